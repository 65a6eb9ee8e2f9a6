import { bindingMemory } from './binding/memory.ts'
import { bindingRefusalIn } from './binding/refusal.ts'
import { type BytesDoor, repairBytesOf, scanBytesOf } from './bytes-door.ts'
import { type Compact, compactOf, type FollowCompact, followCompactOf } from './compact/compact.ts'
import { convertOf } from './convert/convert.ts'
import type { Convert } from './convert/options.ts'
import { plainIdBook, plainIds } from './convert/plain-ids.ts'
import { type CheckStream, checkStreamOf } from './convert/stream/check-stream.ts'
import { type ConvertStream, convertStreamOf } from './convert/stream/convert-stream.ts'
import { chooseApiOf, type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from './door.ts'
import { readAll } from './engine/reading.ts'
import { converters } from './formats/converters.ts'
import { formats } from './formats/index.ts'
import { streams } from './formats/streams.ts'
import { type GlanceBytes, glanceBytesOf } from './glance-door.ts'
import { type OpenLedger, openLedgerOf } from './ledger/ledger.ts'
import { messageIn } from './line-messages.ts'
import {
  anyLinePick,
  type LinesOptions,
  type LinesScan,
  type ScanTurns,
  scanLinesOf,
  scanTurnsOf,
} from './lines-door.ts'
import type { Format, Reading } from './model/format.ts'
import { checkFormat } from './model/format-check.ts'
import type { Known } from './model/known.ts'
import { badOption } from './model/options.ts'
import type { Picks as LinePick } from './model/picks.ts'
import type { Rulebook } from './model/rulebook.ts'
import { checkRulebook } from './model/rulebook-check.ts'
import { type RepairLines, repairLinesOf } from './repair-lines-door.ts'
import { rulebooks } from './rulebooks/index.ts'
import { rules } from './rules/index.ts'

export { boundThinking } from './binding/asking.ts'
export { memberFinder } from './bytes/read/members.ts'
export { lineSketcher } from './bytes/sketch/line-sketcher.ts'
export { applyBytes, spliceBytes, splicesOf } from './bytes/splice/splice.ts'
export { applySplices } from './bytes/splice/splices.ts'
export { applyUndo } from './bytes/splice/undo.ts'
export { estimateTokens } from './compact/estimate.ts'
export { describeRule } from './describe-rule.ts'
export { apply } from './engine/diff/apply.ts'
export { invert } from './engine/diff/invert.ts'
export {
  type ExplainedError,
  type Explanation,
  explain,
  explainRule,
  type NextStep,
} from './explain/index.ts'
export { neovatePath, neovatePaths } from './formats/neovate/index.ts'
export { memorySink } from './ledger/sink.ts'
export { content, denied } from './ledger/value.ts'
export { isDenied, isResultDenied } from './model/denied.ts'
export { deniedBy, denying } from './model/deny.ts'
export { printJson } from './model/json.ts'
export { MortiseError } from './model/outcome.ts'
export { kind, whole } from './model/picks.ts'
export { printPlace } from './model/place.ts'
export { policies } from './model/policy.ts'
export { ruleNames } from './model/rule-names.ts'
export { optionChecks } from './model/shared-checks.ts'
export { toolGroups } from './model/tool-groups.ts'
export {
  describeEvidence,
  describeLayout,
  describeLimits,
  describeRemedy,
} from './texts/describe.ts'
export { callLabel, resultLabel } from './texts/fixed.ts'
export type * from './types.ts'
export { bindingMemory, bindingRefusalIn, formats, messageIn, rulebooks }

const known: Known = { formats, rulebooks, rules }

/** Finds the faults of a document in the eyes of an API. */
export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
/** Finds the faults and plans the edits that mend them; changes nothing. */
export const plan: Door['plan'] = /* @__PURE__ */ planOf(known)
/** Finds, plans and applies: the one that most people call. */
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(known)
/** The incremental form for agent loops: each call pays for the new messages only. */
export const follow: Door['follow'] = /* @__PURE__ */ followOf(known, bindingMemory)
/** Makes a conversation smaller without breaking a joint; the smaller one is accepted too. */
export const compact: Compact = /* @__PURE__ */ compactOf(known)
/** The same for agent loops: each call reads the new messages only. */
export const followCompact: FollowCompact = /* @__PURE__ */ followCompactOf(known)
/** Writes a document of one format as one of another, with every joint whole, and reports what is lost. */
export const convert: Convert = /* @__PURE__ */ convertOf(known, converters)
/** Opens a ledger: a tool loop that cannot be left half-written. */
export const openLedger: OpenLedger = /* @__PURE__ */ openLedgerOf(known)
/** The calls of a document that wait for their results. */
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
/** Decides which API a document is for. */
export const chooseApi: Door['chooseApi'] = /* @__PURE__ */ chooseApiOf(known)
/** The same questions about documents of other formats: those of an agent's sessions. */
export function withFormats(others: readonly Format[]): OwnDoor {
  if (!Array.isArray(others)) throw badOption('`withFormats` takes a list of formats.')
  for (const format of others) checkFormat(format)
  // A format of one's own takes the place of the one with its name.
  const known = formats.filter(({ name }) => !others.some((format) => format.name === name))
  const all: Known = { formats: [...known, ...others], rulebooks, rules }
  return {
    scan: scanOf(all),
    plan: planOf(all),
    repair: repairOf(all),
    openCalls: openCallsOf(all),
    compact: compactOf(all),
    scanTurns: scanTurnsOf(all),
  }
}
/** Reads every turn of a document. */
export function readTranscript(document: unknown, format: Format): Reading {
  checkFormat(format)
  return readAll(document, format)
}
/** Functions for formats of one's own. */
export interface OwnDoor extends Pick<Door, 'scan' | 'plan' | 'repair' | 'openCalls'> {
  readonly compact: Compact
  readonly scanTurns: ScanTurns
}
/** Finds the faults of a document in UTF-8 bytes; a sound one is not parsed. */
export const scanBytes: BytesDoor['scanBytes'] = /* @__PURE__ */ scanBytesOf(known)
/** Finds, plans and splices: parts that no edit touches keep their bytes. */
export const repairBytes: BytesDoor['repairBytes'] = /* @__PURE__ */ repairBytesOf(known)
const plainIdsOf = /* @__PURE__ */ repairBytesOf({ formats, rulebooks, rules: [plainIds] })
/** A request in bytes without the signatures that answers put into ids for a client: no API takes them back. */
export function withPlainIds(bytes: Uint8Array, api: Rulebook): Uint8Array {
  checkRulebook(api)
  return plainIdsOf(bytes, { api: plainIdBook(api), tail: 'open' }).bytes
}
/** Looks at a request body that came in pieces, without parsing it: is it sound, and which model does it name? */
export const glanceBytes: GlanceBytes = /* @__PURE__ */ glanceBytesOf(known)
/** The members of JSON Lines that tell which format they are of. */
export function linePick(): LinePick {
  return anyLinePick(formats)
}
/** Scans a conversation in JSON Lines of any size, piece by piece. */
export const scanLines: (options: LinesOptions) => LinesScan = /* @__PURE__ */ scanLinesOf(known)
/** Mends a conversation in JSON Lines: lines that no edit touches keep their bytes. */
export const repairLines: RepairLines = /* @__PURE__ */ repairLinesOf(known)
/** Converts a streamed answer from one wire to another, event by event. */
export const convertStream: ConvertStream = /* @__PURE__ */ convertStreamOf(streams)
/** Checks a whole stream of decoded events against the laws of its wire; the list is empty if the stream keeps them. */
export const checkStream: CheckStream = /* @__PURE__ */ checkStreamOf(streams)
