import type { Facts } from '../../model/facts.ts'
import type { Format } from '../../model/format.ts'
import type { Wants } from '../../model/plain.ts'
import type { Row } from '../../model/row.ts'
import type { RuleName } from '../../model/rule-names.ts'
import {
  applies,
  type Layout,
  patternOf,
  type Rulebook,
  refusesInstructions,
  takesInstructions,
  wantsAllReasoning,
} from '../../model/rulebook.ts'
import { isSpoken, type Part, type Speaker } from '../../model/transcript.ts'

/** The demands of an API on plain conversations, read from the rows of its rulebook. */
export interface Demands {
  readonly wants: Wants
  readonly layout: Layout
  readonly ids: Form
  readonly names: Form
  /** The names by which the provider knows items, and how each kind of them begins. */
  readonly items: Form
  readonly itemPrefixes: Row['prefixes']
  readonly areToolsDeclared: boolean
  readonly areToolsListed: boolean
  readonly mostMarks: number
  /** No image has a longer side than `largest`, or longer data than `data`; of more than so many, none has a side longer than `largestOfMany`. */
  readonly images: Readonly<Record<'most' | 'largest' | 'largestOfMany' | 'data', number>>
  readonly properties: Row | undefined
  readonly partMembers: Row | undefined
  /** A word for instructions that the API refuses. */
  readonly refusedRole: string | undefined
  readonly system: 'anywhere' | 'first' | 'not-after-model' | 'before-model' | 'nowhere'
  readonly isSpeechOrdered: boolean
  readonly areNeighboursApart: boolean
  readonly startsOnUser: boolean
  readonly isUserApart: boolean
  readonly areCallsAfterUser: boolean
  /** The speakers on whom a closed request may not end, and how the model may not end it. */
  readonly badEnds: readonly Speaker[]
  readonly endsWithoutSpace: boolean
  readonly endsWithoutReasoning: boolean
  readonly reasoning: Row['reasoning']
  readonly areCallsSigned: boolean
  readonly areNamedItemsReasoned: boolean
  readonly isReasoningFollowed: boolean
  readonly isNamedReasoningTaken: boolean
  /** No demand concerns turns far from each other, but for ids, marks and images. */
  readonly mayBeParted: boolean
  isBodyPlain(facts: Facts): boolean
}

/** The form of ids or names. */
export interface Form {
  readonly pattern: RegExp | undefined
  readonly maximum: number
}

interface Known {
  readonly facts: Facts
  readonly shapes: Format['shapes']
  readonly demands: Demands
}

const lately = new WeakMap<Rulebook, Known>()

/** The demands of an API, given the facts of a conversation; an agent asks with the same facts again and again. */
export function demandsFor(rulebook: Rulebook, format: Format, facts: Facts): Demands {
  const known = lately.get(rulebook)
  if (known !== undefined && known.shapes === format.shapes && areAlike(known.facts, facts))
    return known.demands
  const demands = read(rulebook, format, facts)
  lately.set(rulebook, {
    facts: { ...facts, instructions: undefined, tools: undefined },
    shapes: format.shapes,
    demands,
  })
  return demands
}

function areAlike(left: Facts, right: Facts): boolean {
  return (
    left.model === right.model &&
    left.isThinking === right.isThinking &&
    left.isAdaptive === right.isAdaptive &&
    left.isBody === right.isBody &&
    left.isUnstored === right.isUnstored &&
    left.isContinued === right.isContinued &&
    left.forces === right.forces
  )
}

const endless = Number.POSITIVE_INFINITY

type RowFor = (rule: RuleName) => Row | undefined

function read({ rows, layout }: Rulebook, { shapes = {} }: Format, facts: Facts): Demands {
  const row: RowFor = (rule) => {
    const known: Row | undefined = rows[rule]
    return known !== undefined && applies(known, facts) ? known : undefined
  }
  const has = (rule: RuleName): boolean => row(rule) !== undefined
  const images = row('image-too-large')
  const roles = row('unknown-role')
  const isSpeech = layout.alternates === 'speech'
  const isSpeechOrdered = isSpeech && (has('same-speaker-twice') || has('starts-on-model'))
  const reasoning = facts.isThinking ? loopOf(row('reasoning-missing'), facts) : undefined
  const isLoopMinded = (reasoning ?? 'every-call') !== 'every-call' || has('signature-missing')
  return {
    wants: wantsOf(row, facts, 'text-content' in shapes || 'text-and-images' in shapes),
    layout,
    ids: formOf(row('illegal-call-id')),
    names: formOf(row('illegal-tool-name')),
    items: formOf(row('illegal-item-id')),
    itemPrefixes: row('illegal-item-id')?.prefixes,
    areToolsDeclared: has('undeclared-tool'),
    areToolsListed: has('tools-not-declared'),
    mostMarks: row('too-many-cache-marks')?.maximum ?? endless,
    images: {
      most: images?.ofMany?.most ?? endless,
      largest: images?.maximum ?? endless,
      largestOfMany: images?.ofMany?.maximum ?? endless,
      data: images?.maximumData ?? endless,
    },
    properties: row('unsupported-property'),
    partMembers: row('unsupported-part-member'),
    refusedRole: roles?.refusedRole,
    system: systemPlace(roles, row('system-out-of-place'), facts),
    isSpeechOrdered,
    areNeighboursApart: !isSpeech && has('same-speaker-twice'),
    startsOnUser: !isSpeech && has('starts-on-model'),
    isUserApart: has('user-after-result'),
    areCallsAfterUser: has('call-not-after-user'),
    badEnds: has('ends-on-model') ? (row('ends-on-model')?.speakers ?? ['model']) : [],
    endsWithoutSpace: has('trailing-space'),
    endsWithoutReasoning: has('reasoning-when-off') && facts.isBody && !facts.isThinking,
    reasoning,
    areCallsSigned: has('signature-missing'),
    areNamedItemsReasoned: has('call-without-reasoning') && facts.isUnstored !== true && !facts.isContinued,
    isReasoningFollowed: has('reasoning-dangling'),
    isNamedReasoningTaken: facts.isUnstored !== true || row('item-not-stored')?.within !== true,
    mayBeParted:
      !isSpeechOrdered && !isLoopMinded && !(layout.positional === true && layout.answers !== 'next'),
    isBodyPlain: (now) => isBodyPlain(now, has) && !wantsAllReasoning(row('reasoning-missing') ?? {}, now),
  }
}

function wantsOf(row: RowFor, { isAdaptive }: Facts, canBeText: boolean): Wants {
  const text = row('content-not-text')
  const speakers: readonly Speaker[] = text?.speakers ?? ['user', 'model', 'tool', 'system']
  return {
    objectArguments: row('arguments-not-object') !== undefined,
    contentBesideCalls: (row('empty-turn')?.besideCalls ?? text?.besideCalls) === true,
    reasoningFirst: row('reasoning-not-first') !== undefined && isAdaptive !== true,
    wordsApartFromCalls: row('text-beside-calls') !== undefined,
    wordsApartFromResults: row('text-beside-results') !== undefined,
    oneText: new Set(text !== undefined && canBeText ? speakers : []),
    mediaInResults: row('media-in-result') === undefined,
    media: row('unsupported-media') === undefined,
  }
}

function formOf(row: Row | undefined): Form {
  const { pattern, maximum = endless } = row ?? {}
  return { pattern: pattern === undefined ? undefined : patternOf(pattern), maximum }
}

/** The place of instructions among the turns. */
function systemPlace(roles: Row | undefined, row: Row | undefined, facts: Facts): Demands['system'] {
  if (roles !== undefined && refusesInstructions(roles, facts)) return 'nowhere'
  if (roles?.speakers?.includes('system') === false)
    return takesInstructions(roles, facts) ? 'before-model' : 'nowhere'
  if (row?.beforeModel === true) return 'before-model'
  return row === undefined ? 'anywhere' : row.atStart === true ? 'first' : 'not-after-model'
}

/** An adaptive model decides by itself whether a loop starts with reasoning. */
function loopOf(row: Row | undefined, { isAdaptive }: Facts): Row['reasoning'] {
  return row?.reasoning === 'open-loop' && isAdaptive === true ? undefined : row?.reasoning
}

function isBodyPlain(facts: Facts, has: (rule: RuleName) => boolean): boolean {
  if (facts.isTurnless || facts.isSummarized || facts.areInstructionsCut) return false
  if (facts.toolChanges !== undefined || has('tool-denied')) return false
  if (has('reasoning-foreign')) return false
  if (facts.forces !== undefined && has('forced-call-when-thinking')) return false
  if (facts.repeatedTools !== undefined && has('duplicate-tool-name')) return false
  if (facts.isToolless && has('empty-tool-list')) return false
  if (facts.lacksParameters && has('tool-parameters-missing')) return false
  if (facts.hasUser === false && has('no-user-turn')) return false
  return facts.instructions?.every(saysSomething) !== false
}

function saysSomething(part: Part): boolean {
  return part.kind === 'text' ? part.text.trim() !== '' : isSpoken(part)
}
