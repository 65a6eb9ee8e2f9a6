// Written by `npm run docs` from the registries of rules and APIs.
import { bindingMemory } from '../binding/memory.ts'
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { addText, lead, move, wellForm } from '../engine/draft/deeds.ts'
import { hoist } from '../engine/draft/hoist.ts'
import { withMeans } from '../engine/draft/means.ts'
import { merge, split } from '../engine/draft/regroup.ts'
import { bedrockConverse as format } from '../formats/bedrock-converse/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { bedrock, everywhereConverse } from '../rulebooks/bedrock.ts'
import { argumentsNotObject } from '../rules/arguments-not-object.ts'
import { blankTurn } from '../rules/blank-turn.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { contentNotList } from '../rules/content-not-list.ts'
import { documentWithoutText } from '../rules/document-without-text.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { duplicateDocumentName } from '../rules/duplicate-document-name.ts'
import { emptyErrorResult } from '../rules/empty-error-result.ts'
import { emptyText } from '../rules/empty-text.ts'
import { emptyTurn } from '../rules/empty-turn.ts'
import { endsOnModel } from '../rules/ends-on-model.ts'
import { errorResultNotText } from '../rules/error-result-not-text.ts'
import { forcedCallWhenThinking } from '../rules/forced-call-when-thinking.ts'
import { illegalCallId } from '../rules/illegal-call-id.ts'
import { illegalDocumentName } from '../rules/illegal-document-name.ts'
import { illegalToolName } from '../rules/illegal-tool-name.ts'
import { loneSurrogate } from '../rules/lone-surrogate.ts'
import { mediaInResult } from '../rules/media-in-result.ts'
import { noTurns } from '../rules/no-turns.ts'
import { nullContent } from '../rules/null-content.ts'
import { reasoningBound } from '../rules/reasoning-bound.ts'
import { reasoningChanged } from '../rules/reasoning-changed.ts'
import { reasoningMissing } from '../rules/reasoning-missing.ts'
import { reasoningNotFirst } from '../rules/reasoning-not-first.ts'
import { reasoningUnsigned } from '../rules/reasoning-unsigned.ts'
import { reasoningWhenOff } from '../rules/reasoning-when-off.ts'
import { resultNotObject } from '../rules/result-not-object.ts'
import { sameSpeakerTwice } from '../rules/same-speaker-twice.ts'
import { startsOnModel } from '../rules/starts-on-model.ts'
import { systemOutOfPlace } from '../rules/system-out-of-place.ts'
import { textBesideCalls } from '../rules/text-beside-calls.ts'
import { textBesideResults } from '../rules/text-beside-results.ts'
import { tooManyCacheMarks } from '../rules/too-many-cache-marks.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { toolsNotDeclared } from '../rules/tools-not-declared.ts'
import { trailingSpace } from '../rules/trailing-space.ts'
import { unknownRole } from '../rules/unknown-role.ts'
import { unsupportedMedia } from '../rules/unsupported-media.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [bedrock, everywhereConverse]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  contentNotList,
  illegalDocumentName,
  duplicateDocumentName,
  unknownRole,
  callByUser,
  reasoningUnsigned,
  nullContent,
  emptyText,
  emptyTurn,
  blankTurn,
  toolNameMissing,
  callIdMissing,
  illegalCallId,
  duplicateCallId,
  illegalToolName,
  argumentsNotObject,
  resultNotObject,
  errorResultNotText,
  emptyErrorResult,
  mediaInResult,
  unsupportedMedia,
  loneSurrogate,
  reasoningNotFirst,
  reasoningChanged,
  reasoningMissing,
  tooManyCacheMarks,
  systemOutOfPlace,
  textBesideResults,
  textBesideCalls,
  startsOnModel,
  sameSpeakerTwice,
  documentWithoutText,
  toolsNotDeclared,
  forcedCallWhenThinking,
  reasoningWhenOff,
  trailingSpace,
  endsOnModel,
  noTurns,
  reasoningBound,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, {
  'add-text': addText,
  hoist,
  lead,
  merge,
  move,
  split,
  'well-form': wellForm,
})

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending, bindingMemory)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
