import { type Denied, type Deny, deniedBy, isDenied, toolGroups } from '@mortise/core'
import type { Config, HistoryMode, ToolsConfig } from '../config/index.ts'

/** The members of a config that decide which tools are denied in which sessions. */
export type ToolRules = Pick<Config, 'tools' | 'profiles' | 'sessions'>

/** The tools that a profile may not use, with all layers joined; plain JSON. */
export interface ToolPolicy {
  /** Names and patterns, in lower case, groups resolved. */
  readonly deny: readonly string[]
  /** Lists of allowed tools: one that is not on each of them is denied too. */
  readonly allow: readonly (readonly string[])[]
  readonly history: HistoryMode
}

/** The policy that denies no tool. */
export const nothingDenied: ToolPolicy = { deny: [], allow: [], history: 'strip' }

/** The names of all tools in groups, which are known even if no session calls them. */
const groupedTools: readonly string[] = [...new Set([...toolGroups.values()].flat())].sort()

/** Joins the layers of a config for a profile such as `openclaw/main`; without a name, the layer for all alone. */
export function policyFor({ tools, profiles }: ToolRules, name?: string): ToolPolicy {
  const own = name === undefined || !Object.hasOwn(profiles, name) ? undefined : profiles[name]?.tools
  const layers = [tools, ...(own === undefined ? [] : [own])]
  return {
    deny: [...new Set(layers.flatMap((layer) => patternsOf(layer.deny)))].sort(),
    allow: layers.map(allowOf).filter((list) => list.length > 0),
    history: own?.history ?? tools.history ?? 'strip',
  }
}

/** Patterns in lower case, groups resolved. An unknown group denies nothing. */
function patternsOf(said: readonly string[]): readonly string[] {
  return said.flatMap((pattern) => resolved(pattern) ?? [])
}

/** An allow-list with an unknown group is ignored: that group may hold any tool. */
function allowOf({ allow }: ToolsConfig): readonly string[] {
  const lists = allow.map(resolved)
  return lists.some((list) => list === undefined)
    ? []
    : [...new Set(lists.flatMap((list) => list ?? []))].sort()
}

function resolved(pattern: string): readonly string[] | undefined {
  try {
    return deniedBy({ tools: [pattern] }).tools
  } catch {
    return undefined
  }
}

/** Whether a policy denies a tool. */
export function denies({ deny, allow }: ToolPolicy, tool: string): boolean {
  const layers: readonly Denied[] = [{ tools: deny }, ...allow.map((allowed) => ({ tools: [], allowed }))]
  return layers.some((layer) => isDenied(layer, tool))
}

/** Whether a policy denies every tool by a pattern of stars alone: then no session has to be asked. */
export function deniesAnything({ deny }: ToolPolicy): boolean {
  return deny.some((pattern) => /^\*+$/.test(pattern))
}

/** Whether a policy denies every tool that is known: those of the groups, and those called in sessions. */
export function deniesAll(policy: ToolPolicy, called: readonly string[]): boolean {
  return deniesAnything(policy) || [...groupedTools, ...called].every((tool) => denies(policy, tool))
}

/** The known tools that one policy denies and the one before did not; those that are called come first. */
export function newlyDenied(
  before: ToolPolicy,
  after: ToolPolicy,
  called: readonly string[],
): readonly string[] {
  const known = [...new Set([...called.map((tool) => tool.trim().toLowerCase()), ...groupedTools])]
  return known.filter((tool) => denies(after, tool) && !denies(before, tool))
}

/** Whether two policies deny the same by the same words. */
export function isSamePolicy(one: ToolPolicy, other: ToolPolicy): boolean {
  const key = ({ deny, allow }: ToolPolicy): string => JSON.stringify([deny, allow])
  return key(one) === key(other)
}

/** A policy, the one before, and whether that one denied every known tool. */
export interface PolicyChange {
  readonly before: ToolPolicy
  readonly after: ToolPolicy
  readonly wasAll: boolean
}

/** Whether the sessions have to tell which tools they call: the policy has changed, and not to a star alone. */
export function isUnsure({ before, after, wasAll }: PolicyChange): boolean {
  if (isSamePolicy(before, after) || deniesAnything(after)) return false
  if (wasAll && deniesAll(after, [])) return false
  return after.deny.length + after.allow.length > 0
}

/** The tools that a cleaning removes; without the tools that are called, only a star counts as all of them. */
export function denyOf(
  policy: ToolPolicy,
  called: readonly string[] | undefined,
): { readonly deny: Deny; readonly isText: boolean } {
  const { deny, allow, history } = policy
  const isAll = called === undefined ? deniesAnything(policy) : deniesAll(policy, called)
  return {
    deny: {
      tools: isAll ? ['*'] : deny,
      ...(allow.length === 0 ? {} : { within: allow }),
      ...(history === 'keep-completed' ? { keep: 'completed' } : {}),
    },
    isText: history === 'text',
  }
}
