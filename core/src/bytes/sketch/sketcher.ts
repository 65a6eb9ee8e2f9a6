import type { Picks } from '../../model/picks.ts'
import { createReader } from '../read/create-reader.ts'
import type { LineReader, Reader, ReaderName } from '../read/reader.ts'
import { compileTable, type NodeTable } from '../read/table.ts'
import type { Tape } from '../scan/tape.ts'
import { type LineState, Sketch } from './sketch.ts'

/** A document as far as it was picked; only a fine one shows all that was asked for. */
interface Sketched {
  readonly state: LineState
  readonly value: unknown
}

/** Sees of documents what a pick asks for. */
export interface Sketcher {
  sketch(document: Uint8Array | string): Sketched
  /** The same for a document in pieces: each is copied once, to where it is read. */
  sketchPieces(pieces: readonly Uint8Array[]): Sketched
  readLines(): LineReader
  /** Goes through the lines of a tape. */
  lines(tape: Tape): Sketch
}

/** Values that are worth knowing again, in any format: who speaks, and what a part is. */
const words: readonly string[] = [
  'user',
  'assistant',
  'model',
  'system',
  'developer',
  'tool',
  'text',
  'thinking',
  'tool_use',
  'tool_result',
  'function',
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'tool-call',
  'tool-result',
]

/** A sketcher for a pick, made once for each reader. */
export function sketcherFor(pick: Picks, name: ReaderName | undefined): Sketcher {
  const byReader = sketchers.get(pick) ?? new Map<ReaderName | undefined, Sketcher>()
  sketchers.set(pick, byReader)
  const known = byReader.get(name)
  if (known !== undefined) return known
  const table = compileTable(pick, words)
  const sketcher = makeSketcher(createReader(table, name), table)
  byReader.set(name, sketcher)
  return sketcher
}

const sketchers = new WeakMap<Picks, Map<ReaderName | undefined, Sketcher>>()

function makeSketcher(reader: Reader, table: NodeTable): Sketcher {
  const sketched = (tape: Tape): Sketched => {
    const sketch = new Sketch(tape, table)
    sketch.next()
    return { state: sketch.state, value: sketch.state === 'fine' ? sketch.value() : undefined }
  }
  return {
    sketch: (document) =>
      sketched(typeof document === 'string' ? reader.readText(document) : reader.readDocument(document)),
    sketchPieces: (pieces) => sketched(reader.readPieces(pieces)),
    readLines: () => reader.readLines(),
    lines: (tape) => new Sketch(tape, table),
  }
}
