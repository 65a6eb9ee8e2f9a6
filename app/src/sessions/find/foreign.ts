import { isObject, type JsonObject } from '../../stores/records/json.ts'
import { containers, type Looks, type Shape, shapes } from './foreign-shapes.ts'

/** Bytes that can be read from anywhere. */
export interface Readable {
  /** Fills `into` with what stands from a position on; returns how many bytes there were. */
  read(into: Uint8Array, position: number): number
  whole(): Uint8Array
}

const headSize = 1 << 18
const enough = 50

/** The kind of a file of an agent without a store: `a session of Codex`; undefined for all other files. */
export function foreignIn(file: Readable): string | undefined {
  const head = Buffer.allocUnsafe(headSize)
  const bytes = head.subarray(0, file.read(head, 0))
  const container = containers.find(({ starts }) => bytes.toString('latin1', 0, starts.length) === starts)
  if (container !== undefined) return container.what
  const agent = agentOfLines(bytes) ?? (mayBeDocument(bytes) ? agentOfDocument(file) : undefined)
  return agent === undefined ? undefined : `a session of ${agent}`
}

/** The sentence about a session of an agent without a store. */
export function otherAgentSentence(name: string, what: string): string {
  return `${name} is ${what}; Mortise cannot judge it yet.`
}

function agentOfLines(head: Buffer): string | undefined {
  const lines = head.toString('utf8').split('\n', enough)
  const records = lines.map(parsed).filter(isObject)
  return agentOf('lines', records)
}

function agentOfDocument(file: Readable): string | undefined {
  const value = parsed(Buffer.from(file.whole()).toString('utf8'))
  if (isObject(value)) return agentOf('document', [value])
  return Array.isArray(value) ? agentOf('list', value.filter(isObject)) : undefined
}

function agentOf(kind: Shape['in'], records: readonly JsonObject[]): string | undefined {
  return shapes.find((shape) => shape.in === kind && records.some((record) => looksLike(record, shape.has)))
    ?.agent
}

// A whole document is parsed only if a member is in sight that some shape asks for and no request has.
const rare = [
  'lastUpdated',
  'workspaceDirectory',
  'contextItems',
  'responderUsername',
  'updated_at',
  'sessionID',
  'ses_',
  'ts',
  'env',
].map((name) => (name.endsWith('_') ? `"${name}` : `"${name}"`))

function mayBeDocument(head: Buffer): boolean {
  return /^\s*[[{]/.test(head.toString('latin1', 0, 99)) && rare.some((mark) => head.includes(mark))
}

function looksLike(value: JsonObject, wanted: { readonly [member: string]: Looks }): boolean {
  return Object.entries(wanted).every(([name, looks]) => {
    return fits(Object.hasOwn(value, name) ? value[name] : undefined, looks)
  })
}

function fits(value: unknown, looks: Looks): boolean {
  if (looks === 'text') return typeof value === 'string'
  if (looks === 'number') return typeof value === 'number'
  if (looks === 'object') return isObject(value)
  if (looks === 'list') return Array.isArray(value)
  if (looks === 'absent') return value === undefined
  if (looks instanceof RegExp) return typeof value === 'string' && looks.test(value)
  if (Array.isArray(looks)) return looks.includes(value)
  return isObject(value) && looksLike(value, looks as { readonly [member: string]: Looks })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
