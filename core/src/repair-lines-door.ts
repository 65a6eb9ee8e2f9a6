import { readLine } from './bytes/read/read-line.ts'
import { character } from './bytes/scan/characters.ts'
import { lineSplices, placeInLine, type TurnLine } from './bytes/splice/line-splices.ts'
import { applySplices } from './bytes/splice/splices.ts'
import { skipByteOrderMark } from './bytes/text/byte-order-mark.ts'
import { decode } from './bytes/text/decode.ts'
import { findApi } from './choose.ts'
import { repairOptions } from './door.ts'
import { unreadableFinding } from './engine/finding.ts'
import { repairTask } from './engine/repair.ts'
import { messageIn, wrongLines } from './line-messages.ts'
import { numbered } from './lines-door.ts'
import type { ApiChoice } from './model/api-name.ts'
import type { Plan } from './model/edit.ts'
import type { Finding } from './model/finding.ts'
import type { Format } from './model/format.ts'
import type { Known } from './model/known.ts'
import { checkBytes } from './model/option-checks.ts'
import { checkOptions } from './model/options.ts'
import { comparePlaces, type Place } from './model/place.ts'
import { choosePolicy, type PolicyChoice } from './model/policy.ts'
import type { Tail } from './model/report.ts'

/** How a conversation in JSON Lines is to be mended. */
export interface RepairLinesOptions {
  /** An API by name, or a rulebook of one's own. */
  readonly api: ApiChoice
  readonly format?: string
  readonly policy?: PolicyChoice
  readonly tail?: Tail
}

/** A mended conversation in JSON Lines. */
export interface RepairedLines {
  /** The very same buffer if nothing had to change; else a new one with the untouched lines as they were. */
  readonly bytes: Uint8Array
  readonly lines: number
  readonly turns: number
  /** Places begin with the position of the line, in `left` among the lines as they are now. */
  readonly found: readonly Finding[]
  readonly left: readonly Finding[]
  /** How many edits were made. */
  readonly edits: number
  /** The edits, for people to read: places begin with the position of the line, among the lines as they were. */
  readonly changes: Plan['edits']
}

export type RepairLines = (bytes: Uint8Array, options: RepairLinesOptions) => RepairedLines

/** `repairLines`, for what a door knows. */
export function repairLinesOf(known: Known): RepairLines {
  return (bytes, options) => {
    checkBytes('repairLines', bytes)
    checkOptions('repairLines', options, repairOptions, ['api'])
    const { api, format, policy, tail = 'closed' } = options
    const chosen = findApi(known, api, { format })
    if (!chosen.ok) throw chosen.error
    const before = readLines(bytes, chosen.value.format)
    const error = wrongLines(known, before.values, chosen.value.format)
    if (error !== undefined) throw error
    const document = before.turns.map(({ turn }) => turn)
    const task = { document, api: chosen.value, tail, rules: known.rules }
    const { report } = repairTask(task, choosePolicy(policy))
    const made = applySplices(bytes, lineSplices(bytes, before.turns, report.plan))
    const after = made === bytes ? before : readLines(made, chosen.value.format)
    return {
      bytes: made,
      lines: after.lines,
      turns: after.turns.length,
      found: placed(report.found, before),
      left: placed(report.left, after),
      edits: report.plan.edits.length,
      changes: report.plan.edits.map((edit) => ({ ...edit, at: placeIn(edit.at, before) })),
    }
  }
}

interface NumberedLines {
  readonly lines: number
  readonly turns: readonly TurnLine[]
  /** The values of all lines that are JSON. */
  readonly values: readonly unknown[]
  /** The positions of those that are no JSON; they stay as they are. */
  readonly bad: readonly number[]
}

function readLines(bytes: Uint8Array, format: Format): NumberedLines {
  const turns: TurnLine[] = []
  const bad: number[] = []
  const values: unknown[] = []
  let lines = 0
  for (let start = skipByteOrderMark(bytes, 0); start < bytes.length; lines++) {
    const feed = bytes.indexOf(character.lineFeed, start)
    const next = feed < 0 ? bytes.length : feed + 1
    const line = { position: lines, start, end: endOf(bytes, start, feed < 0 ? next : feed), next }
    const read = readLine(decode(bytes, start, line.end))
    start = next
    if (read === 'bad') bad.push(lines)
    else if (read !== 'blank') {
      values.push(read.value)
      addTurn(turns, line, read.value, format)
    }
  }
  return { lines, turns, values, bad }
}

function addTurn(
  turns: TurnLine[],
  line: Omit<TurnLine, 'turn' | 'isBare'>,
  value: unknown,
  format: Format,
): void {
  const turn = messageIn(value, format)
  if (turn !== undefined) turns.push({ ...line, turn, isBare: turn === value })
}

/** Where a line ends, without the carriage return before its line feed. */
function endOf(bytes: Uint8Array, start: number, end: number): number {
  return end > start && bytes[end - 1] === character.carriageReturn ? end - 1 : end
}

/** A place in the lines instead of the turns; one behind the last turn is behind the last line. */
function placeIn([turn, ...path]: Place, { turns, lines }: NumberedLines): Place {
  const line = typeof turn === 'number' ? turns[turn] : undefined
  return line === undefined ? [lines, ...path] : [line.position, ...placeInLine(path, line.isBare)]
}

/** Findings with their places in the lines instead of the turns, and those about lines that are no JSON. */
function placed(found: readonly Finding[], { turns, bad }: NumberedLines): readonly Finding[] {
  const all = found.map((finding) => {
    const [turn, ...path] = finding.at
    const line = typeof turn === 'number' ? turns[turn] : undefined
    if (line === undefined) return finding
    return numbered({ ...finding, at: [line.position, ...placeInLine(path, line.isBare)] }, line.position)
  })
  const broken = bad.map((position) => numbered(unreadableFinding([position], 'valid JSON'), position))
  return [...broken, ...all].sort((left, right) => comparePlaces(left.at, right.at))
}
