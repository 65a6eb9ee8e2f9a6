// Written by `npm run docs` from the registries of rules and APIs.
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { withMeans } from '../engine/draft/means.ts'
import { unfold } from '../engine/draft/reshape.ts'
import { openaiResponses as format } from '../formats/openai-responses/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { deepseekResponses } from '../rulebooks/deepseek-responses.ts'
import { everywhereResponses } from '../rulebooks/everywhere-responses.ts'
import { openaiResponses } from '../rulebooks/openai-responses.ts'
import { argumentsNotJson } from '../rules/arguments-not-json.ts'
import { argumentsNotText } from '../rules/arguments-not-text.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { callWithoutReasoning } from '../rules/call-without-reasoning.ts'
import { contentNotText } from '../rules/content-not-text.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { duplicateItemId } from '../rules/duplicate-item-id.ts'
import { illegalCallId } from '../rules/illegal-call-id.ts'
import { illegalItemId } from '../rules/illegal-item-id.ts'
import { itemNotStored } from '../rules/item-not-stored.ts'
import { noTurns } from '../rules/no-turns.ts'
import { nullContent } from '../rules/null-content.ts'
import { reasoningDangling } from '../rules/reasoning-dangling.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { unknownRole } from '../rules/unknown-role.ts'
import { unsupportedProperty } from '../rules/unsupported-property.ts'
import { wrongPartType } from '../rules/wrong-part-type.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [openaiResponses, deepseekResponses, everywhereResponses]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  unsupportedProperty,
  contentNotText,
  wrongPartType,
  duplicateItemId,
  unknownRole,
  nullContent,
  toolNameMissing,
  callIdMissing,
  illegalCallId,
  duplicateCallId,
  argumentsNotText,
  argumentsNotJson,
  itemNotStored,
  illegalItemId,
  reasoningDangling,
  callWithoutReasoning,
  noTurns,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, { unfold })

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
