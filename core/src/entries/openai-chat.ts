// Written by `npm run docs` from the registries of rules and APIs.
import { bindingMemory } from '../binding/memory.ts'
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { move } from '../engine/draft/deeds.ts'
import { hoist } from '../engine/draft/hoist.ts'
import { withMeans } from '../engine/draft/means.ts'
import { merge, split } from '../engine/draft/regroup.ts'
import { unfold } from '../engine/draft/reshape.ts'
import { openaiChat as format } from '../formats/openai-chat/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { cerebras } from '../rulebooks/cerebras.ts'
import { deepseek } from '../rulebooks/deepseek.ts'
import { everywhereChat } from '../rulebooks/everywhere.ts'
import { fireworks } from '../rulebooks/fireworks.ts'
import { glm } from '../rulebooks/glm.ts'
import { groq } from '../rulebooks/groq.ts'
import { kimi } from '../rulebooks/kimi.ts'
import { llamaCpp } from '../rulebooks/llama-cpp.ts'
import { minimax } from '../rulebooks/minimax.ts'
import { mistral } from '../rulebooks/mistral.ts'
import { ollama, ollamaV1 } from '../rulebooks/ollama.ts'
import { azureOpenai, openai, openrouter } from '../rulebooks/openai.ts'
import { qwen } from '../rulebooks/qwen.ts'
import { vllm } from '../rulebooks/vllm.ts'
import { xai } from '../rulebooks/xai.ts'
import { argumentsNotJson } from '../rules/arguments-not-json.ts'
import { argumentsNotObject } from '../rules/arguments-not-object.ts'
import { argumentsNotText } from '../rules/arguments-not-text.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { contentNotText } from '../rules/content-not-text.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { emptyCallList } from '../rules/empty-call-list.ts'
import { emptyText } from '../rules/empty-text.ts'
import { emptyToolList } from '../rules/empty-tool-list.ts'
import { emptyTurn } from '../rules/empty-turn.ts'
import { endsOnModel } from '../rules/ends-on-model.ts'
import { forcedCallWhenThinking } from '../rules/forced-call-when-thinking.ts'
import { illegalCallId } from '../rules/illegal-call-id.ts'
import { illegalToolName } from '../rules/illegal-tool-name.ts'
import { mediaInResult } from '../rules/media-in-result.ts'
import { noTurns } from '../rules/no-turns.ts'
import { noUserTurn } from '../rules/no-user-turn.ts'
import { nullContent } from '../rules/null-content.ts'
import { reasoningBound } from '../rules/reasoning-bound.ts'
import { reasoningMissing } from '../rules/reasoning-missing.ts'
import { sameSpeakerTwice } from '../rules/same-speaker-twice.ts'
import { startsOnModel } from '../rules/starts-on-model.ts'
import { systemOutOfPlace } from '../rules/system-out-of-place.ts'
import { textBesideCalls } from '../rules/text-beside-calls.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { toolParametersMissing } from '../rules/tool-parameters-missing.ts'
import { unknownRole } from '../rules/unknown-role.ts'
import { unsupportedMedia } from '../rules/unsupported-media.ts'
import { unsupportedProperty } from '../rules/unsupported-property.ts'
import { userAfterResult } from '../rules/user-after-result.ts'
import { wrongPartType } from '../rules/wrong-part-type.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [
  openai,
  deepseek,
  azureOpenai,
  kimi,
  qwen,
  minimax,
  mistral,
  openrouter,
  vllm,
  glm,
  groq,
  cerebras,
  fireworks,
  xai,
  ollama,
  ollamaV1,
  llamaCpp,
  everywhereChat,
]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  unsupportedProperty,
  contentNotText,
  wrongPartType,
  unknownRole,
  callByUser,
  emptyCallList,
  nullContent,
  emptyText,
  emptyTurn,
  toolNameMissing,
  callIdMissing,
  illegalCallId,
  duplicateCallId,
  illegalToolName,
  argumentsNotObject,
  argumentsNotText,
  argumentsNotJson,
  mediaInResult,
  unsupportedMedia,
  reasoningMissing,
  systemOutOfPlace,
  userAfterResult,
  textBesideCalls,
  startsOnModel,
  sameSpeakerTwice,
  emptyToolList,
  toolParametersMissing,
  forcedCallWhenThinking,
  endsOnModel,
  noUserTurn,
  noTurns,
  reasoningBound,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, { hoist, merge, move, split, unfold })

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending, bindingMemory)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
