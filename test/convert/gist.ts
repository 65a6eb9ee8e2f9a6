import { type Loss, printJson, printPlace } from '@mortise/core'
import type { Converter } from '../../core/src/model/converter.ts'
import type { NeutralPart, NeutralRequest, NeutralResult, NeutralTurn } from '../../core/src/model/neutral.ts'
import * as fixed from '../../core/src/texts/fixed.ts'

/** One thing that is said in a conversation, in no format. */
export type Said = readonly [speaker: string, kind: string, ...words: readonly string[]]

/** The sentences that a repair writes by itself. */
const made: ReadonlySet<unknown> = new Set(Object.values(fixed).filter((text) => typeof text === 'string'))

/**
 * What is said in a request, in order, without the freedom that formats have: ids are numbers in order of appearance,
 * words of one speaker that follow each other are one text, a result follows no order but that of the calls.
 */
export function gistOf(document: unknown, converter: Converter, lost: readonly Loss[] = []): readonly Said[] {
  const request = converter.request.read(document, { lose: () => {}, provider: converter.provider })
  const gone = new Set(lost.filter(({ what }) => wholes.has(what)).map(({ at }) => printPlace(at)))
  const isKept = ({ at }: NeutralPart): boolean => at === undefined || !gone.has(printPlace(at))
  const turns = request.turns.map((turn) => ({ ...turn, parts: turn.parts.filter(isKept) }))
  return said({ ...request, turns, instructions: request.instructions.filter(isKept) })
}

/** Losses of a whole part, as opposed to something about it. */
const wholes: ReadonlySet<string> = new Set(['instructions', 'image', 'file', 'audio', 'video'])

function said({ instructions, turns }: NeutralRequest): readonly Said[] {
  const numbers = new Numbers()
  const list: Said[] = instructions.flatMap((part) => saidBy('system', part, numbers))
  for (const { speaker, parts } of runsOf(turns)) {
    const who = speaker === 'developer' ? 'system' : speaker
    const each = parts.flatMap((part) => saidBy(who, part, numbers))
    list.push(...(speaker === 'tool' ? each.sort(byNumber) : each.sort(callsLast)))
  }
  return joined(list)
}

/** Calls by their number; a result without an id answers the first call without one that is still open. */
class Numbers {
  private count = 0
  private readonly byId = new Map<string, string>()
  private readonly open: string[] = []

  call(id: string | undefined): string {
    const number = String(this.count++)
    if (id === undefined) this.open.push(number)
    else this.byId.set(id, number)
    return number
  }

  result(id: string | undefined): string {
    return (id === undefined ? this.open.shift() : this.byId.get(id)) ?? ''
  }
}

/** Results may stand in one turn or in several. */
function runsOf(turns: NeutralRequest['turns']): NeutralRequest['turns'] {
  const runs: NeutralTurn[] = []
  for (const turn of turns) {
    const last = runs.at(-1)
    const isMore = last?.speaker === 'tool' && turn.speaker === 'tool'
    if (isMore) runs[runs.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] }
    else runs.push(turn)
  }
  return runs
}

function saidBy(speaker: string, part: NeutralPart, numbers: Numbers): Said[] {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return part.text.trim() === '' || made.has(part.text) ? [] : [[speaker, 'text', part.text]]
    case 'media':
      return [[speaker, part.media, printJson(part.source)]]
    case 'call': {
      const number = numbers.call(part.id)
      const given = 'text' in part.arguments ? part.arguments.text : freeText(part.arguments.json)
      return [[speaker, 'call', number, part.name ?? '', given]]
    }
    case 'result': {
      const number = numbers.result(part.id)
      return [[speaker, 'result', number, String(part.isError), wordsOf(part)]]
    }
    default:
      return []
  }
}

function wordsOf({ content }: NeutralResult): string {
  const words = content.map((part) => {
    if (part.kind === 'text') return made.has(part.text) && !fixed.isStandIn(part.text) ? '' : part.text
    if (part.kind === 'json') return printJson(part.json)
    return part.kind === 'media' ? printJson(part.source) : ''
  })
  return words.filter((each) => each !== '').join('\n\n')
}

/** A tool that takes free text takes it as `input` where a format has functions alone. */
function freeText(json: unknown): string {
  const [[name, words] = [], ...more] = Object.entries((json ?? {}) as object) as [string, unknown][]
  return name === 'input' && typeof words === 'string' && more.length === 0 ? words : sorted(json)
}

/** JSON with the members of each object in one order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  )
}

const byNumber = (left: Said, right: Said): number => Number(left[2]) - Number(right[2])
const callsLast = (left: Said, right: Said): number =>
  Number(left[1] === 'call') - Number(right[1] === 'call')

function joined(list: readonly Said[]): readonly Said[] {
  const made: Said[] = []
  for (const each of list) {
    const last = made.at(-1)
    if (last?.[1] === 'text' && each[1] === 'text' && last[0] === each[0])
      made[made.length - 1] = [each[0], 'text', `${last[2]}\n\n${each[2]}`]
    else made.push(each)
  }
  return made
}
