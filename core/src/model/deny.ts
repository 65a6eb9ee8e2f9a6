import { type Denied, toolNamed } from './denied.ts'
import { isListOfTexts, ofKind } from './option-checks.ts'
import { badOption, checkOptions, type OptionTable, unknownName } from './options.ts'
import type { Rulebook } from './rulebook.ts'
import { checkRulebook } from './rulebook-check.ts'
import { toolGroups } from './tool-groups.ts'

/** Which tools may not be used any more, as people say it. */
export interface Deny {
  /** Names, with `*` for any run of characters, or groups such as `group:web`; large and small letters are one. */
  readonly tools: readonly string[]
  /** If it is given and not empty, every other tool is denied too; tools that are denied by name stay denied. */
  readonly allow?: readonly string[]
  /** Further lists like `allow`: a tool has to be on each that is not empty. */
  readonly within?: readonly (readonly string[])[]
  /** `completed`: a call that has its result stays, with it. */
  readonly keep?: 'completed'
}

/** Knowledge of calls and results that a document does not hold. */
export type Elsewhere = Pick<Denied, 'calls' | 'answered'>

const isNames = /* @__PURE__ */ ofKind('a list of names', isListOfTexts)

const isLists = /* @__PURE__ */ ofKind(
  'a list of lists of names',
  (value) => Array.isArray(value) && value.every(isListOfTexts),
)

const denyOptions: OptionTable = {
  tools: isNames,
  allow: isNames,
  within: isLists,
  keep: (keep) => {
    if (keep !== 'completed') throw badOption('`keep` of denied tools is `completed`, or left out.')
  },
}

const elsewhereOptions: OptionTable = { calls: isNames, answered: isNames }

/** The same demands, and that no tool of these was called, is declared or chosen. */
export function denying(rulebook: Rulebook, deny: Deny, elsewhere: Elsewhere = {}): Rulebook {
  checkRulebook(rulebook)
  checkOptions('denying', elsewhere, elsewhereOptions)
  const denied = { ...deniedBy(deny), ...elsewhere }
  const row = { severity: 'refused', evidence: 'reported', denied } as const
  return { ...rulebook, rows: { ...rulebook.rows, 'tool-denied': row } }
}

/** Resolves the names that people write; throws a sentence if a group is unknown. */
export function deniedBy(deny: Deny): Denied {
  checkOptions('denying', deny, denyOptions, ['tools'])
  const { tools, allow = [], within = [], keep } = deny
  const allowed = patternsOf(allow)
  const others = within.map(patternsOf).filter((list) => list.length > 0)
  return {
    tools: patternsOf(tools),
    ...(allowed.length === 0 ? {} : { allowed }),
    ...(others.length === 0 ? {} : { within: others }),
    ...(keep === undefined ? {} : { keepsCompleted: true }),
  }
}

function patternsOf(said: readonly string[]): readonly string[] {
  const patterns = said.map((pattern) => pattern.trim().toLowerCase()).filter((pattern) => pattern !== '')
  return [...new Set(patterns.flatMap(resolved))]
}

function resolved(pattern: string): readonly string[] {
  if (!pattern.startsWith('group:')) return [toolNamed(pattern)]
  const tools = toolGroups.get(pattern.slice('group:'.length))
  if (tools !== undefined) return tools
  const known = [...toolGroups.keys()].map((name) => `group:${name}`)
  throw unknownName('group of tools', pattern, known)
}
