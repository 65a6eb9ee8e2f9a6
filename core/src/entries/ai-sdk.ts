// Written by `npm run docs` from the registries of rules and APIs.
import { bindingMemory } from '../binding/memory.ts'
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { withMeans } from '../engine/draft/means.ts'
import { unfold } from '../engine/draft/reshape.ts'
import { aiSdk as format } from '../formats/ai-sdk/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { aiSdk, everywhereAiSdk } from '../rulebooks/ai-sdk.ts'
import { argumentsNotObject } from '../rules/arguments-not-object.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { contentNotText } from '../rules/content-not-text.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { noTurns } from '../rules/no-turns.ts'
import { nullContent } from '../rules/null-content.ts'
import { reasoningBound } from '../rules/reasoning-bound.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { unknownRole } from '../rules/unknown-role.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [aiSdk, everywhereAiSdk]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  contentNotText,
  unknownRole,
  callByUser,
  nullContent,
  toolNameMissing,
  callIdMissing,
  duplicateCallId,
  argumentsNotObject,
  noTurns,
  reasoningBound,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, { unfold })

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending, bindingMemory)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
