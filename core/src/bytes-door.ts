import type { BindingMemory } from './binding/memory.ts'
import type { ReaderName } from './bytes/read/reader.ts'
import { mergePicks } from './bytes/sketch/merge-picks.ts'
import { sketcherFor } from './bytes/sketch/sketcher.ts'
import { applyBytes } from './bytes/splice/splice.ts'
import { skipByteOrderMark } from './bytes/text/byte-order-mark.ts'
import { decode } from './bytes/text/decode.ts'
import { type Choice, chooseApi, findApi, isShared } from './choose.ts'
import { type RepairOptions, type RequestOptions, repairOptions, requestOptions } from './door.ts'
import { asked } from './engine/asked.ts'
import { unreadableFinding } from './engine/finding.ts'
import { isPlain } from './engine/plain/plain.ts'
import { repairTask } from './engine/repair.ts'
import { scanTask } from './engine/scan.ts'
import { soundReport, type Task } from './engine/task.ts'
import { emptyPlan } from './model/edit.ts'
import type { Finding } from './model/finding.ts'
import type { Api } from './model/format.ts'
import type { Known } from './model/known.ts'
import { checkBytes, isModelName, isReader, isYesOrNo } from './model/option-checks.ts'
import { checkOptions, type OptionTable } from './model/options.ts'
import { MortiseError, type Outcome } from './model/outcome.ts'
import type { Picks } from './model/picks.ts'
import { choosePolicy } from './model/policy.ts'
import type { Report } from './model/report.ts'
import { rowNamed } from './model/row.ts'
import { withModel } from './model/with-model.ts'
import { showsOwn, wrongFormat } from './wrong-format.ts'

/** Options for bytes; whatever is left out is read from them. */
export interface BytesOptions extends RepairOptions {
  /** The reader: WebAssembly if the runtime has it, unless said otherwise. */
  readonly reader?: ReaderName
  /** The model, if the address of a request names it and the body does not. */
  readonly model?: string
}

/** Options for the repair of a request in bytes. */
export interface RequestBytesOptions extends BytesOptions, RequestOptions {
  /** A glance has not found the bytes sound: they are parsed at once. */
  readonly isGlanced?: boolean
}

/** The part of a document in bytes that was seen. */
export interface SeenBytes {
  /** The API whose rules were kept, and why it was that one. */
  readonly choice: Choice
  /** The document; if a look was enough to know that it is sound, the parts that the look saw. */
  readonly seen: unknown
}

/** The faults of a document in bytes. */
export interface ScannedBytes extends SeenBytes {
  readonly found: readonly Finding[]
}

/** A repaired document in bytes. */
export interface RepairedBytes extends SeenBytes {
  /** The very same buffer if nothing had to change; else a new one with the untouched parts as they were. */
  readonly bytes: Uint8Array
  readonly report: Report
  /** With a memory: the past of bound reasoning was changed, now or in an earlier request. */
  readonly isRemembered?: true
  /** With a memory: a turn takes denied tools from the model, which the body still declares. */
  readonly withdrawsTools?: true
}

/** Functions for documents in bytes. */
export interface BytesDoor {
  /** Finds the faults of a document in UTF-8 bytes; a sound one is not parsed. */
  scanBytes(bytes: Uint8Array, options?: BytesOptions): ScannedBytes
  /** Finds, plans and splices: parts that no edit touches keep their bytes. */
  repairBytes(bytes: Uint8Array, options?: RequestBytesOptions): RepairedBytes
}

const bytesOptions: OptionTable = { ...repairOptions, reader: isReader, model: isModelName }
const requestBytesOptions: OptionTable = { ...bytesOptions, ...requestOptions, isGlanced: isYesOrNo }

/** `scanBytes`, for what a door knows. */
export function scanBytesOf(known: Known): BytesDoor['scanBytes'] {
  return (bytes, options = {}) => {
    checkBytes('scanBytes', bytes)
    checkOptions('scanBytes', options, bytesOptions)
    const { state, choice, seen } = inspect(known, bytes, options)
    if (state === 'broken') return { choice, seen, found: [notJson()] }
    return { choice, seen, found: state === 'sound' ? [] : scanTask(taskOf(known, choice, seen, options)) }
  }
}

/** `repairBytes`, for what a door knows. */
export function repairBytesOf(known: Known): BytesDoor['repairBytes'] {
  return (bytes, options = {}) => {
    checkBytes('repairBytes', bytes)
    checkOptions('repairBytes', options, requestBytesOptions)
    const { memory } = options
    const { state, choice, seen } = inspect(known, bytes, options, memory)
    if (state === 'sound') return { choice, seen, bytes, report: soundReport }
    if (state === 'broken') return { choice, seen, bytes, report: brokenReport() }
    const task = taskOf(known, choice, seen, options)
    const policy = choosePolicy(options.policy)
    const { report, isRemembered, withdrawsTools } = memory?.repair(task, policy) ?? repairTask(task, policy)
    const isSame = report.plan.edits.length === 0
    const told = { ...(isRemembered && { isRemembered }), ...(withdrawsTools && { withdrawsTools }) }
    return { choice, seen, bytes: isSame ? bytes : unwrap(applyBytes(bytes, report.plan)), report, ...told }
  }
}

interface Inspected extends SeenBytes {
  /** `sound`: only a look was taken · `read`: the whole document was read · `broken`: the bytes are no JSON. */
  readonly state: 'sound' | 'read' | 'broken'
}

/** Takes a quick look at bytes, and reads the whole document where that does not prove it sound. */
function inspect(
  known: Known,
  bytes: Uint8Array,
  options: RequestBytesOptions,
  memory?: BindingMemory,
): Inspected {
  const { api, format, policy, tail = 'closed', reader, isGlanced = false } = options
  const body = withoutByteOrderMark(bytes)
  const isNamed = api !== undefined && !isShared(known, api)
  const named = isNamed ? modelled(byName(unwrap(findApi(known, api, { format }))), options) : undefined
  if (isGlanced) return readAll(known, body, named, options)
  const first = sketcherFor(named === undefined ? anyPick(known) : named.format.picks, reader).sketch(body)
  if (first.state === 'fine') {
    const choice = named ?? chosen(known, first.value, options)
    const sketch = named === undefined ? sketcherFor(choice.format.picks, reader).sketch(body) : first
    // A look does not see what a memory goes by.
    // A sketch has the beginning of an image alone: one with too much data is not seen in it.
    const longest = rowNamed(choice.rulebook.rows, 'image-too-large')?.maximumData ?? Number.POSITIVE_INFINITY
    const wanted = asked(choice, choosePolicy(policy))
    const isSound = sketch.state === 'fine' && body.length <= longest && isPlain(sketch.value, wanted, tail)
    if (isSound && memory?.mayKnow(choice, sketch.value, 'sketch') !== true) {
      if (named === undefined || isOfFormat(known, body, named, sketch.value, reader))
        return { choice, seen: sketch.value, state: 'sound' }
    }
  }
  return readAll(known, body, named, options)
}

/** Whether a sound document may be of the format that was named: if it shows nothing of it, others are looked for. */
function isOfFormat(
  known: Known,
  body: Uint8Array,
  { format }: Choice,
  seen: unknown,
  reader: ReaderName | undefined,
): boolean {
  if (showsOwn(format, seen)) return true
  const { state, value } = sketcherFor(anyPick(known), reader).sketch(body)
  return state === 'fine' && wrongFormat(known, value, format) === undefined
}

/** Reads the whole document. */
function readAll(
  known: Known,
  body: Uint8Array,
  named: Choice | undefined,
  options: BytesOptions,
): Inspected {
  const parsed = parse(body)
  if (parsed.ok) {
    const error = named === undefined ? undefined : wrongFormat(known, parsed.value, named.format)
    if (error !== undefined) throw error
    return { choice: named ?? chosen(known, parsed.value, options), seen: parsed.value, state: 'read' }
  }
  const { api, format } = options
  if (api === undefined) throw parsed.error
  // A name that several formats share is a name all the same: the first of them speaks for it.
  const choice = named ?? byName(unwrap(findApi(known, api, { format })))
  return { choice, seen: undefined, state: 'broken' }
}

const choices = new WeakMap<Api, Choice>()

/** An API that was named, as a choice; made once, since most callers name the same one each time. */
function byName(api: Api): Choice {
  const known = choices.get(api)
  if (known !== undefined) return known
  const choice: Choice = { ...api, because: 'named' }
  choices.set(api, choice)
  return choice
}

function chosen(known: Known, document: unknown, options: BytesOptions): Choice {
  const { api, format } = options
  const choice =
    api === undefined
      ? unwrap(chooseApi(known, document, { format }))
      : byName(unwrap(findApi(known, api, { document, format })))
  return modelled(choice, options)
}

/** A choice whose format knows the model that stands beside the document. */
function modelled(choice: Choice, { model }: BytesOptions): Choice {
  return model === undefined ? choice : { ...choice, format: withModel(choice.format, model) }
}

function taskOf(known: Known, api: Api, document: unknown, { tail = 'closed' }: BytesOptions): Task {
  return { document, api, tail, rules: known.rules }
}

const anyPicks = new WeakMap<Known, Picks>()

/** The members that tell the formats of a door apart. */
function anyPick(known: Known): Picks {
  const merged = anyPicks.get(known) ?? mergePicks(known.formats.map(({ picks }) => picks))
  anyPicks.set(known, merged)
  return merged
}

/** The bytes after the byte order mark, if there is one. */
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const start = skipByteOrderMark(bytes, 0)
  return start === 0 ? bytes : bytes.subarray(start)
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
