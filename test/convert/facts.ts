import { type Loss, type Place, printJson } from '@mortise/core'
import type { Converter } from '../../core/src/model/converter.ts'
import type {
  NeutralMedia,
  NeutralPart,
  NeutralRequest,
  NeutralResult,
  NeutralSettings,
  NeutralTool,
} from '../../core/src/model/neutral.ts'

/** The kinds of fact about a request, beside its words. */
export type FactKind =
  | 'setting'
  | 'tool'
  | 'mark'
  | 'reasoning'
  | 'proof'
  | 'error flag'
  | 'shape of a result'
  | 'speaker'
  | 'refusal'
  | 'tool kind'

/** One thing that a request says: its key is the same in every format. */
export interface Fact {
  readonly kind: FactKind
  readonly key: string
  readonly value: string
  /** Its place in the document that it was read from. */
  readonly at: Place
}

/** All that a request says beside its words, calls, results and media. */
export function factsOf(document: unknown, converter: Converter): readonly Fact[] {
  const request = converter.request.read(document, { lose: () => {}, provider: converter.provider })
  return [...settingFacts(request), ...request.tools.flatMap(toolFacts), ...turnFacts(request)]
}

function settingFacts({ settings, toolChoice, places }: NeutralRequest): Fact[] {
  // Whether an answer is streamed is said by the path on some APIs, or by the function that is called.
  const { isStream: _, ...said } = settings
  const all: Readonly<Record<string, unknown>> = { ...said, toolChoice }
  return Object.entries(all).flatMap(([key, value]) => {
    const at = places?.[key as keyof NeutralSettings] ?? []
    return isUsual(key, value)
      ? []
      : membersOf(key, value).map((each) => ({ kind: 'setting' as const, at, ...each }))
  })
}

/** Values that say what every API does by itself. */
function isUsual(key: string, value: unknown): boolean {
  if (key === 'isParallel') return value !== false
  if (key === 'toolChoice') return printJson(value ?? { mode: 'auto' }) === '{"mode":"auto"}'
  return value === undefined || (key === 'responseFormat' && printJson(value) === '{"mode":"text"}')
}

/** The members of a setting are lost one by one. */
function membersOf(key: string, value: unknown): readonly Pick<Fact, 'key' | 'value'>[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ key, value: printJson(value) }]
  return Object.entries(value).map(([name, member]) => ({ key: `${key}.${name}`, value: printJson(member) }))
}

function toolFacts({
  kind,
  name = '',
  description,
  parameters,
  isStrict,
  mark,
  at = [],
}: NeutralTool): Fact[] {
  const facts: Fact[] = [{ kind: 'tool kind', key: name, value: kind, at }]
  if (description !== undefined)
    facts.push({ kind: 'tool', key: `${name}.description`, value: description, at })
  if (kind === 'function')
    facts.push({ kind: 'tool', key: `${name}.parameters`, value: printJson(parameters), at })
  // Not to hold calls to a schema is what every API does by itself.
  if (isStrict === true) facts.push({ kind: 'tool', key: `${name}.isStrict`, value: 'true', at })
  if (mark !== undefined) facts.push({ kind: 'mark', key: `tool ${name}`, value: printJson(mark), at })
  return facts
}

function turnFacts({ instructions, turns }: NeutralRequest): Fact[] {
  const numbers = new Map<string, number>()
  let count = 0
  const numberOf = (part: NeutralPart): string => {
    if (part.kind === 'call') numbers.set(part.id ?? '', count++)
    return String('id' in part ? numbers.get(part.id ?? '') : '')
  }
  const isTold = (speaker: string): boolean => speaker === 'system' || speaker === 'developer'
  // At the head, a turn of the system and instructions are the same.
  const isLeading = (position: number): boolean =>
    turns.slice(0, position).every((turn) => isTold(turn.speaker))
  const spoken = turns.flatMap(({ speaker, parts }, position) => {
    const facts = parts.flatMap((part) => partFacts(part, numberOf(part)))
    const isPlaced = speaker === 'developer' || (speaker === 'system' && !isLeading(position))
    return isPlaced ? [...parts.flatMap((part) => speakerFact(speaker, part)), ...facts] : facts
  })
  return [...instructions.flatMap((part) => partFacts(part, '')), ...spoken]
}

function speakerFact(speaker: string, part: NeutralPart): Fact[] {
  return part.kind === 'text' ? [{ kind: 'speaker', key: part.text, value: speaker, at: part.at ?? [] }] : []
}

function partFacts(part: NeutralPart, number: string): Fact[] {
  const at = part.at ?? []
  const facts: Fact[] = []
  const add = (kind: FactKind, key: string, value: string): void => void facts.push({ kind, key, value, at })
  if (part.mark !== undefined) add('mark', nameOf(part, number), printJson(part.mark))
  if (part.kind === 'refusal') add('refusal', part.text, '')
  if (part.kind === 'reasoning' && part.text !== '') add('reasoning', part.text, '')
  if (part.kind === 'reasoning' && part.proof !== undefined) add('proof', part.proof.value, part.proof.as)
  if ((part.kind === 'call' || part.kind === 'text') && part.signature !== undefined)
    add('proof', part.signature.value, part.kind)
  if (part.kind === 'call') add('tool kind', `call ${number}`, part.tool)
  if (part.kind === 'result') facts.push(...resultFacts(part, number))
  return facts
}

function nameOf(part: NeutralPart, number: string): string {
  if (part.kind === 'text' || part.kind === 'refusal' || part.kind === 'reasoning') return part.text
  return part.kind === 'media' ? mediaName(part) : `${part.kind} ${number}`
}

function mediaName({ media, source }: NeutralMedia): string {
  return `${media} ${printJson(source)}`
}

function resultFacts({ content, isError, at = [] }: NeutralResult, number: string): Fact[] {
  const values = content.filter((piece) => piece.kind === 'json').map(({ json }) => printJson(json))
  // The result of a call that is not there becomes a text.
  if (number === 'undefined') return []
  return [
    { kind: 'error flag', key: `result ${number}`, value: String(isError), at },
    ...(values.length === 0
      ? []
      : [{ kind: 'shape of a result' as const, key: `result ${number}`, value: values.join(), at }]),
  ]
}

/** The kinds of fact that a loss can be about, by its words; absent: any. */
const about: readonly (readonly [RegExp, readonly FactKind[]])[] = [
  [/^cache mark/, ['mark']],
  [/^(?:signature|encrypted|id of reasoning)/, ['proof']],
  [/^reasoning/, ['reasoning', 'proof', 'mark']],
  [/^role /, ['speaker']],
  [/refusal/, ['refusal']],
  [/custom tool/, ['tool kind', 'tool']],
  [/^strict/, ['tool']],
  [/^hosted tool/, ['tool kind', 'tool', 'mark']],
  [/setting|tier|stop|format|thinking|effort|choice/, ['setting']],
]

/** Whether a loss tells of a fact: it stands there, and is about such a thing. */
export function tellsOf({ at, what }: Loss, fact: Fact): boolean {
  const kinds = about.find(([pattern]) => pattern.test(what))?.[1]
  if (kinds !== undefined && !kinds.includes(fact.kind)) return false
  return at.slice(0, fact.at.length).every((step, depth) => step === fact.at[depth])
}

export const sameFact = (left: Fact, right: Fact): boolean =>
  left.kind === right.kind && left.key === right.key
