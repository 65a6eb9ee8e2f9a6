// Written by `npm run docs` from the registries of rules and APIs.
import { bindingMemory } from '../binding/memory.ts'
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { lead, move, wellForm } from '../engine/draft/deeds.ts'
import { hoist } from '../engine/draft/hoist.ts'
import { withMeans } from '../engine/draft/means.ts'
import { anthropicMessages as format } from '../formats/anthropic-messages/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { anthropic, anthropicStrict } from '../rulebooks/anthropic.ts'
import { everywhereAnthropic } from '../rulebooks/everywhere-anthropic.ts'
import { argumentsNotObject } from '../rules/arguments-not-object.ts'
import { blankTurn } from '../rules/blank-turn.ts'
import { cacheMarkOnReasoning } from '../rules/cache-mark-on-reasoning.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { contentNotText } from '../rules/content-not-text.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { duplicateToolName } from '../rules/duplicate-tool-name.ts'
import { emptyErrorResult } from '../rules/empty-error-result.ts'
import { emptyText } from '../rules/empty-text.ts'
import { emptyTurn } from '../rules/empty-turn.ts'
import { endsOnModel } from '../rules/ends-on-model.ts'
import { errorResultNotText } from '../rules/error-result-not-text.ts'
import { forcedCallWhenThinking } from '../rules/forced-call-when-thinking.ts'
import { hostedCallWithoutResult } from '../rules/hosted-call-without-result.ts'
import { hostedResultWithoutCall } from '../rules/hosted-result-without-call.ts'
import { illegalCallId } from '../rules/illegal-call-id.ts'
import { illegalHostedId } from '../rules/illegal-hosted-id.ts'
import { illegalToolName } from '../rules/illegal-tool-name.ts'
import { imageTooLarge } from '../rules/image-too-large.ts'
import { loneSurrogate } from '../rules/lone-surrogate.ts'
import { noTurns } from '../rules/no-turns.ts'
import { nullContent } from '../rules/null-content.ts'
import { reasoningBound } from '../rules/reasoning-bound.ts'
import { reasoningChanged } from '../rules/reasoning-changed.ts'
import { reasoningMissing } from '../rules/reasoning-missing.ts'
import { reasoningNotFirst } from '../rules/reasoning-not-first.ts'
import { reasoningUnsigned } from '../rules/reasoning-unsigned.ts'
import { reasoningWhenOff } from '../rules/reasoning-when-off.ts'
import { systemOutOfPlace } from '../rules/system-out-of-place.ts'
import { tooManyCacheMarks } from '../rules/too-many-cache-marks.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { toolsNotDeclared } from '../rules/tools-not-declared.ts'
import { trailingSpace } from '../rules/trailing-space.ts'
import { undeclaredHostedTool } from '../rules/undeclared-hosted-tool.ts'
import { undeclaredTool } from '../rules/undeclared-tool.ts'
import { undeclaredToolReference } from '../rules/undeclared-tool-reference.ts'
import { unknownRole } from '../rules/unknown-role.ts'
import { unsupportedPartMember } from '../rules/unsupported-part-member.ts'
import { unsupportedProperty } from '../rules/unsupported-property.ts'
import { wrongPartType } from '../rules/wrong-part-type.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [anthropic, anthropicStrict, everywhereAnthropic]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  unsupportedProperty,
  contentNotText,
  wrongPartType,
  imageTooLarge,
  unknownRole,
  callByUser,
  reasoningUnsigned,
  illegalHostedId,
  nullContent,
  emptyText,
  emptyTurn,
  blankTurn,
  toolNameMissing,
  unsupportedPartMember,
  callIdMissing,
  illegalCallId,
  duplicateCallId,
  illegalToolName,
  argumentsNotObject,
  undeclaredTool,
  undeclaredToolReference,
  undeclaredHostedTool,
  errorResultNotText,
  emptyErrorResult,
  loneSurrogate,
  hostedCallWithoutResult,
  hostedResultWithoutCall,
  reasoningNotFirst,
  reasoningChanged,
  reasoningMissing,
  cacheMarkOnReasoning,
  tooManyCacheMarks,
  systemOutOfPlace,
  toolsNotDeclared,
  duplicateToolName,
  forcedCallWhenThinking,
  reasoningWhenOff,
  trailingSpace,
  endsOnModel,
  noTurns,
  reasoningBound,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, { hoist, lead, move, 'well-form': wellForm })

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending, bindingMemory)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
