import { Transform } from 'node:stream'
import { applyBytes } from '@mortise/core'
import { hasMoreParts } from '../../text/json-parts.ts'

/** A request body with another name for its model. */
export function renamedRequest(bytes: Uint8Array, from: string | undefined, model: string): Uint8Array {
  if (from !== undefined) {
    const edits = [{ do: 'replace', at: ['model'], from, value: model, why: 'model' }] as const
    const renamed = applyBytes(bytes, { edits })
    if (renamed.ok) return renamed.value
  }
  const body: unknown = JSON.parse(Buffer.from(bytes).toString())
  return Buffer.from(JSON.stringify(Object.assign({}, body, { model })))
}

/** The members that hold the model's name: of an answer, and of the events of a stream. */
const places: readonly (readonly string[])[] = [
  ['model'],
  ['message', 'model'],
  ['response', 'model'],
  ['modelVersion'],
]

/** An answer in which the model has the name that the client asked for. Throws where it is no JSON. */
export function renamedBytes(bytes: Uint8Array, model: string): Uint8Array {
  const answer: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  return Buffer.from(JSON.stringify(renamedAnswer(answer, model)))
}

function renamedAnswer(answer: unknown, model: string): unknown {
  for (const place of places) {
    const owner = place.slice(0, -1).reduce<unknown>(memberOf, answer)
    const name = place.at(-1) ?? ''
    // An answer that was just parsed belongs to nobody else.
    if (isObject(owner) && typeof owner[name] === 'string') owner[name] = model
  }
  return answer
}

function memberOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

/** Whether a value is an object of JSON. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A line that is longer, or has more parts, passes as it is: to write it anew would keep all other requests waiting. */
const longestLine = 4 << 20
const mostPartsOfLine = 100_000
/** No shorter line has so many. */
const shortestCounted = 100_000

/** The same for server-sent events: lines of data that name a model are written anew, all others pass as they are. */
export function renamingEvents(model: string): Transform {
  /** The pieces of a line that has begun. */
  let line: Buffer[] = []
  let length = 0
  return new Transform({
    transform(piece: Buffer, _, done) {
      const end = piece.lastIndexOf(10) + 1
      if (end > 0) {
        this.push(renamedLines(Buffer.concat([...line, piece.subarray(0, end)]), model))
        line = []
        length = 0
      }
      line.push(piece.subarray(end))
      length += piece.length - end
      // The rest of so long a line, without its beginning, is no line of data.
      if (length > longestLine) for (const held of line.splice(0)) this.push(held)
      done()
    },
    flush: (done) => done(null, renamedLines(Buffer.concat(line), model)),
  })
}

function renamedLines(bytes: Buffer, model: string): Buffer {
  if (!bytes.includes('"model')) return bytes
  const lines = bytes.toString().split('\n')
  return Buffer.from(lines.map((line) => renamedLine(line, model)).join('\n'))
}

function renamedLine(line: string, model: string): string {
  const [head] = /^data: ?(?=\{)/.exec(line) ?? []
  if (head === undefined || line.length > longestLine || !line.includes('"model')) return line
  if (line.length > shortestCounted && hasMoreParts(Buffer.from(line), mostPartsOfLine)) return line
  const end = line.endsWith('\r') ? '\r' : ''
  try {
    const data: unknown = JSON.parse(line.slice(head.length))
    return head + JSON.stringify(renamedAnswer(data, model)) + end
  } catch {
    return line
  }
}
