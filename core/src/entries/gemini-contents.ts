// Written by `npm run docs` from the registries of rules and APIs.
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { withMeans } from '../engine/draft/means.ts'
import { merge, split } from '../engine/draft/regroup.ts'
import { geminiContents as format } from '../formats/gemini-contents/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { everywhereGemini, gemini } from '../rulebooks/gemini.ts'
import { argumentsNotObject } from '../rules/arguments-not-object.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callNotAfterUser } from '../rules/call-not-after-user.ts'
import { emptyTurn } from '../rules/empty-turn.ts'
import { endsOnModel } from '../rules/ends-on-model.ts'
import { illegalToolName } from '../rules/illegal-tool-name.ts'
import { noTurns } from '../rules/no-turns.ts'
import { resultNotObject } from '../rules/result-not-object.ts'
import { signatureMissing } from '../rules/signature-missing.ts'
import { textBesideResults } from '../rules/text-beside-results.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { unknownRole } from '../rules/unknown-role.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [gemini, everywhereGemini]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [
  unknownRole,
  callByUser,
  emptyTurn,
  toolNameMissing,
  illegalToolName,
  argumentsNotObject,
  resultNotObject,
  textBesideResults,
  callNotAfterUser,
  signatureMissing,
  endsOnModel,
  noTurns,
]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
const mending: Known = /* @__PURE__ */ withMeans(known, { merge, split })

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(mending)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(mending)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(mending)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
