import type { Reader } from '../../core/src/bytes/read/reader.ts'
import { compileTable, type NodeTable } from '../../core/src/bytes/read/table.ts'
import { createTypescriptReader } from '../../core/src/bytes/read/typescript-reader.ts'
import { createWasmReader } from '../../core/src/bytes/read/wasm-reader.ts'
import { kindBits, kinds, stride, type Tape } from '../../core/src/bytes/scan/tape.ts'
import { type LineState, Sketch } from '../../core/src/bytes/sketch/sketch.ts'
import type { Picks } from '../../core/src/model/picks.ts'
import type { ReferenceEvent, ReferenceLine } from './reference.ts'

/** Both readers, each by its name. */
export const makers: readonly (readonly [name: string, make: (table: NodeTable) => Reader])[] = [
  ['typescript', createTypescriptReader],
  ['wasm', createWasmReader],
]

const part: Picks = {
  members: {
    type: { isWhole: true },
    id: { isWhole: true },
    tool_use_id: { isWhole: true },
    text: {},
    input: {},
    count: {},
    // Holds itself, through a list.
    get content(): Picks {
      return { each: part }
    },
  },
}
const content: Picks = { each: part }
Object.defineProperty(part.members, 'content', { value: content, enumerable: true })

/** A pick with all there is in picks: it holds itself, wants wholes, kinds, members and elements. */
export const pick: Picks = {
  members: {
    role: { isWhole: true },
    type: { isWhole: true },
    content,
    a: { isWhole: true },
    b: {},
    arguments: { isJson: true },
    data: { isHead: true },
    ['__proto__']: { isWhole: true },
    list: { each: { each: {} } },
    get self(): Picks {
      return pick
    },
  },
}
Object.defineProperty(pick.members, 'self', { value: pick, enumerable: true })

export const table: NodeTable = compileTable(pick, ['user', 'assistant', 'tool_use', 'tool_result', 'text'])

/** What a tape says of one line. */
export interface FoundLine {
  readonly state: LineState
  readonly start: number
  readonly end: number
  readonly events: readonly ReferenceEvent[]
  readonly sketch: unknown
}

/** The lines of a tape, with what belongs to each; spans are in all bytes that were taken. */
export function linesOf(tape: Tape, base = 0): FoundLine[] {
  const lines: FoundLine[] = []
  const sketch = new Sketch(tape, table)
  let event = 0
  while (sketch.next()) {
    const own = tape.events[event * stride + 1] ?? 0
    const events = Array.from({ length: own }, (_, index) => eventOf(tape, event + 1 + index, base))
    const { state, start, end } = sketch
    lines.push({ start: start + base, end: end + base, events, state, sketch: sketch.value() })
    event += own + 1
  }
  return lines
}

const kindNames = new Map(Object.entries(kinds).map(([name, kind]) => [kind as number, name]))

function eventOf(tape: Tape, index: number, base: number): ReferenceEvent {
  const [kind = 0, name = -1, start = 0, end = 0] = tape.events.subarray(index * stride, (index + 1) * stride)
  return {
    kind: kindNames.get(kind & ((1 << kindBits) - 1)) ?? '',
    name: name < 0 ? undefined : table.words[name],
    start: start + base,
    end: end + base,
  }
}

/** Reads lines that come in chunks, cut at these places. */
export function readInChunks(reader: Reader, bytes: Uint8Array, cuts: readonly number[]): FoundLine[] {
  const lines = reader.readLines()
  const found: FoundLine[] = []
  let start = 0
  for (const cut of [...cuts, bytes.length]) {
    lines.room(cut - start).set(bytes.subarray(start, cut))
    const tape = lines.take(cut - start, cut === bytes.length)
    found.push(...linesOf(tape, lines.base))
    start = cut
  }
  return found
}

/** What is not as the reference has it, if anything. */
export function agreement(
  found: readonly FoundLine[],
  expected: readonly ReferenceLine[],
): string | undefined {
  const bare = JSON.stringify(found.map(({ sketch: _, ...line }) => line))
  const wanted = JSON.stringify(expected.map(({ accepts: _, ...line }) => line))
  if (bare !== wanted) return `${bare} is not ${wanted}`
  const odd = found.findIndex(({ sketch }, index) => expected[index]?.accepts(sketch) !== true)
  return odd < 0 ? undefined : `the sketch of line ${odd}: ${JSON.stringify(found[odd]?.sketch)}`
}
