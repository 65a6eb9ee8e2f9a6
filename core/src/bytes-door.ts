import { decode } from './bytes/decode.ts'
import { mergePicks } from './bytes/merge-picks.ts'
import type { ReaderName } from './bytes/reader.ts'
import { type Sketched, sketcherFor } from './bytes/sketcher.ts'
import { applyBytes } from './bytes/splice.ts'
import { type Choice, chooseApi, findApi, isShared } from './choose.ts'
import type { RepairOptions } from './door.ts'
import { unreadableFinding } from './engine/finding.ts'
import { isQuiet } from './engine/quiet.ts'
import { repairTask, scanTask, soundReport, type Task } from './engine/repair.ts'
import { emptyPlan } from './model/edit.ts'
import type { Finding } from './model/finding.ts'
import type { Api } from './model/format.ts'
import type { Known } from './model/known.ts'
import { MortiseError, type Outcome } from './model/outcome.ts'
import type { Pick } from './model/pick.ts'
import { choosePolicy } from './model/policy.ts'
import type { Report } from './model/report.ts'

/** What is told about bytes; what is left out is read from them. */
export interface BytesOptions extends RepairOptions {
  /** Who reads them: WebAssembly where there is any, unless said otherwise. */
  readonly reader?: ReaderName
}

/** What was seen of a document in bytes. */
export interface SeenBytes {
  /** The API whose rules were kept, and why it was that one. */
  readonly choice: Choice
  /** The document; where a look was enough to know it sound, what that look saw of it. */
  readonly seen: unknown
}

/** The faults of a document in bytes. */
export interface ScannedBytes extends SeenBytes {
  readonly found: readonly Finding[]
}

/** A repaired document in bytes. */
export interface RepairedBytes extends SeenBytes {
  /** The very same buffer where nothing had to change; else a new one with the untouched parts as they were. */
  readonly bytes: Uint8Array
  readonly report: Report
}

/** What one can ask about documents in bytes. */
export interface BytesDoor {
  /** Finds the faults of a document in UTF-8 bytes; a sound one is not parsed. */
  scanBytes(bytes: Uint8Array, options?: BytesOptions): ScannedBytes
  /** Finds, plans and splices: what no edit touches keeps its bytes. */
  repairBytes(bytes: Uint8Array, options?: BytesOptions): RepairedBytes
}

/** `scanBytes`, for what a door knows. */
export function scanBytesOf(known: Known): BytesDoor['scanBytes'] {
  return (bytes, options = {}) => {
    const { isSound, isBroken, ...look } = lookAt(known, bytes, options)
    if (isBroken) return { ...look, found: [notJson()] }
    return { ...look, found: isSound ? [] : scanTask(taskOf(known, look, options)) }
  }
}

/** `repairBytes`, for what a door knows. */
export function repairBytesOf(known: Known): BytesDoor['repairBytes'] {
  return (bytes, options = {}) => {
    const { isSound, isBroken, ...look } = lookAt(known, bytes, options)
    if (isBroken) return { ...look, bytes, report: brokenReport() }
    if (isSound) return { ...look, bytes, report: soundReport }
    const { report } = repairTask(taskOf(known, look, options), choosePolicy(options.policy))
    if (report.plan.edits.length === 0) return { ...look, bytes, report }
    return { ...look, bytes: unwrap(applyBytes(bytes, report.plan)), report }
  }
}

interface Look extends SeenBytes {
  readonly isSound: boolean
  /** The bytes are no JSON at all. */
  readonly isBroken: boolean
}

/** Looks at bytes as closely as it takes to know whether they are sound. */
function lookAt(known: Known, bytes: Uint8Array, options: BytesOptions): Look {
  const { api, tail = 'closed', reader } = options
  const body = withoutMark(bytes)
  const named = api === undefined || isShared(known, api) ? undefined : unwrap(findApi(known, api))
  const first = sketcherFor(named?.format.picks ?? anyPick(known), reader).sketch(body)
  if (first.state === 'fine') {
    const choice = named === undefined ? chosen(known, first.value, options) : byName(named)
    const sketch = named === undefined ? sketcherFor(choice.format.picks, reader).sketch(body) : first
    if (isSound(sketch, choice, tail)) return { choice, seen: sketch.value, isSound: true, isBroken: false }
  }
  return lookAtAll(known, body, named, options)
}

function isSound({ state, value }: Sketched, choice: Choice, tail: Task['tail']): boolean {
  return state === 'fine' && isQuiet(value, choice, tail)
}

/** Reads the whole document. */
function lookAtAll(known: Known, body: Uint8Array, named: Api | undefined, options: BytesOptions): Look {
  const parsed = parse(body)
  if (parsed.ok) {
    const choice = named === undefined ? chosen(known, parsed.value, options) : byName(named)
    return { choice, seen: parsed.value, isSound: false, isBroken: false }
  }
  if (named === undefined) throw parsed.error
  return { choice: byName(named), seen: undefined, isSound: false, isBroken: true }
}

function byName(api: Api): Choice {
  return { ...api, because: 'named' }
}

function chosen(known: Known, document: unknown, { api, format }: BytesOptions): Choice {
  if (api === undefined) return unwrap(chooseApi(known, document, { format }))
  return byName(unwrap(findApi(known, api, { document, format })))
}

function taskOf(known: Known, { choice, seen }: SeenBytes, { tail = 'closed' }: BytesOptions): Task {
  return { document: seen, api: choice, tail, rules: known.rules }
}

const anyPicks = new WeakMap<Known, Pick>()

/** What tells the formats of a door apart. */
function anyPick(known: Known): Pick {
  const merged = anyPicks.get(known) ?? mergePicks(known.formats.map(({ picks }) => picks))
  anyPicks.set(known, merged)
  return merged
}

/** The bytes after the byte order mark, if there is one. */
function withoutMark(bytes: Uint8Array): Uint8Array {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes
}

function parse(bytes: Uint8Array): Outcome<unknown> {
  try {
    return { ok: true, value: JSON.parse(decode(bytes, 0, bytes.length)) }
  } catch (cause) {
    return { ok: false, error: new MortiseError('broken-json', 'This is not valid JSON.', { cause }) }
  }
}

function notJson(): Finding {
  return unreadableFinding([], 'valid JSON')
}

function brokenReport(): Report {
  const found = [notJson()]
  return { found, plan: emptyPlan, left: found, firstChange: undefined }
}

function unwrap<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw outcome.error
}
