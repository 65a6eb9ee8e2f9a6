// Written by `npm run docs` from the registries of rules and APIs.
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { neovate as format } from '../formats/neovate/index.ts'
import type { Known } from '../model/known.ts'
import type { Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { everywhereNeovate, neovate } from '../rulebooks/neovate.ts'
import { callByUser } from '../rules/call-by-user.ts'
import { callIdMissing } from '../rules/call-id-missing.ts'
import { duplicateCallId } from '../rules/duplicate-call-id.ts'
import { toolNameMissing } from '../rules/tool-name-missing.ts'
import { unknownRole } from '../rules/unknown-role.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [neovate, everywhereNeovate]

// The rules that an API of this format names, in the order of the registry.
const rules: readonly Rule[] = [unknownRole, callByUser, toolNameMissing, callIdMissing, duplicateCallId]

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(known)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(known)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(known)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
