import type { PolicyName } from '@mortise/core'
import { isStandIn } from '../../core/src/texts/fixed.ts'

interface Joint {
  readonly call: string
  readonly result: string
}

/**
 * A pair of call and result that a repair tore apart, or undefined.
 *
 * Judged by what the parts hold, not by ids: a repair may rename both. Only pairs that cannot be
 * mistaken count: an id that one call and one result have, and no other, signatures taken off.
 */
export function brokenJoint(
  before: unknown,
  after: unknown,
  _api: string,
  policy: PolicyName,
): Joint | undefined {
  if (policy === 'drop-turn') return undefined
  const kept = new Set(certainJoints(after, false).map(print))
  return certainJoints(before, true).find((joint) => !kept.has(print(joint)))
}

function print({ call, result }: Joint): string {
  return `${call} → ${result}`
}

type Member = Readonly<Record<string, unknown>>

function nameOf(value: unknown): unknown {
  return isMember(value) ? value.name : undefined
}

function certainJoints(document: unknown, isStrict: boolean): Joint[] {
  const calls: [unknown, string][] = []
  const results: [unknown, string][] = []
  for (const message of messagesOf(document)) {
    for (const call of callsOf(message)) calls.push(call)
    for (const result of resultsOf(message)) results.push(result)
  }
  return calls.flatMap(([id, call]) => {
    const mine = results.filter(([other]) => other === id)
    const likeIt = (list: readonly [unknown, string][]): number =>
      list.filter(([other]) => plain(other) === plain(id)).length
    const isOnly = likeIt(calls) === 1 && likeIt(results) === 1
    if (typeof id !== 'string' || id === '' || (isStrict && !isOnly)) return []
    return mine.filter(([, result]) => call !== '' && result !== '').map(([, result]) => ({ call, result }))
  })
}

/** An id without a signature that was added to it. */
function plain(id: unknown): unknown {
  return typeof id === 'string' ? id.split('__thought__')[0] : id
}

function messagesOf(document: unknown): Member[] {
  const list = Array.isArray(document) ? document : (document as Member | null)?.messages
  return Array.isArray(list) ? list.filter(isMember) : []
}

function isMember(value: unknown): value is Member {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function callsOf(message: Member): [unknown, string][] {
  if (message.role === 'user') return []
  const blocks = (Array.isArray(message.content) ? message.content : []).filter(isMember)
  const anthropic = blocks
    .filter(({ type }) => type === 'tool_use')
    .map(({ id, input, name }): [unknown, string] => [id, marks(input, name)])
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : []).filter(isMember)
  return [
    ...anthropic,
    ...calls.map((call): [unknown, string] => [call.id, marks(call.function, nameOf(call.function))]),
  ]
}

function resultsOf(message: Member): [unknown, string][] {
  if (message.role === 'tool' && typeof message.tool_call_id === 'string')
    return [[message.tool_call_id, marks(message.content)]]
  const blocks = (Array.isArray(message.content) ? message.content : []).filter(isMember)
  const results = blocks.filter(({ type }) => type === 'tool_result')
  return results.map((block) => [block.tool_use_id, marks(block.content)])
}

/** What a part is known by: the markers in it, else a name or words that a repair leaves alone. */
function marks(value: unknown, words: unknown = value): string {
  const markers = (JSON.stringify(value) ?? '').match(/«\w+»/g)?.join('')
  if (markers !== undefined) return markers
  return typeof words === 'string' && words.isWellFormed() && !isStandIn(words) ? words : ''
}
