import { isObject, type JsonObject } from '../../stores/records/json.ts'
import { containers, type Expected, namedPlaces, reasons, type Shape, shapes } from './foreign-shapes.ts'

/** Bytes that can be read from anywhere. */
export interface Readable {
  /** Fills `into` with what stands from a position on; returns how many bytes there were. */
  read(into: Uint8Array, position: number): number
  whole(): Uint8Array
}

const headSize = 1 << 18
const enough = 50

/** The kind of a file of an agent without a store: `a session of Codex`; undefined for all other files. */
export function foreignIn(file: Readable, path = ''): string | undefined {
  const place = path.replaceAll('\\', '/')
  const head = Buffer.allocUnsafe(headSize)
  const bytes = head.subarray(0, file.read(head, 0))
  const placed = namedPlaces.find((each) => each.path.test(place))?.agent
  const container = containers.find(({ starts }) => bytes.toString('latin1', 0, starts.length) === starts)
  if (placed === undefined && container !== undefined) return container.what
  const agent = placed ?? agentOfLines(bytes) ?? (mayBeDocument(bytes) ? agentOfDocument(file) : undefined)
  return agent === undefined ? undefined : `${sessionOf}${agent}`
}

const sessionOf = 'a session of '

/** The sentence about a session of an agent without a store. */
export function otherAgentSentence(name: string, what: string): string {
  const reason = reasonFor(what)
  return reason === undefined
    ? `${name} is ${what}; Mortise cannot judge it yet.`
    : `${name} is ${what}, and is not to be repaired here: ${reason}.`
}

/** Why files of a kind are not to be repaired here; undefined where they only cannot be judged yet. */
export function reasonFor(what: string): string | undefined {
  const agent = what.startsWith(sessionOf) ? what.slice(sessionOf.length) : ''
  return Object.hasOwn(reasons, agent) ? reasons[agent] : undefined
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
  return shapes.find((shape) => shape.in === kind && records.some((record) => hasMembers(record, shape.has)))
    ?.agent
}

// A whole document is parsed only if a member is in sight that some shape asks for and no request has.
const rare = [
  '"lastUpdated"',
  '"workspaceDirectory"',
  '"contextItems"',
  '"responderUsername"',
  '"sessionID"',
  '"ses_',
  '"ts"',
  '"T-',
  '"worktree"',
  '"additions"',
  '"toolCalls"',
  '"chatMessages"',
  '"session_id"',
]

function mayBeDocument(head: Buffer): boolean {
  return /^\s*[[{]/.test(head.toString('latin1', 0, 99)) && rare.some((word) => head.includes(word))
}

function hasMembers(value: JsonObject, wanted: { readonly [member: string]: Expected }): boolean {
  return Object.entries(wanted).every(([name, expected]) => {
    return fits(Object.hasOwn(value, name) ? value[name] : undefined, expected)
  })
}

function fits(value: unknown, expected: Expected): boolean {
  if (expected === 'text') return typeof value === 'string'
  if (expected === 'number') return typeof value === 'number'
  if (expected === 'object') return isObject(value)
  if (expected === 'list') return Array.isArray(value)
  if (expected === 'absent') return value === undefined
  if (expected instanceof RegExp) return typeof value === 'string' && expected.test(value)
  if (Array.isArray(expected)) return expected.includes(value)
  return isObject(value) && hasMembers(value, expected as { readonly [member: string]: Expected })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
