import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { geminiContents as format } from '../formats/gemini-contents/index.ts'
import type { Known } from '../model/known.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { everywhereGemini, gemini } from '../rulebooks/gemini.ts'
import { rules } from '../rules/index.ts'

export { apply } from '../engine/apply.ts'
export { invert } from '../engine/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [gemini, everywhereGemini]

const known: Known = { formats: [format], rulebooks, rules }

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(known)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(known)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(known)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
