import { type Door, doorOf } from '../door.ts'
import { anthropicMessages as format } from '../formats/anthropic-messages/index.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { anthropic, anthropicStrict } from '../rulebooks/anthropic.ts'
import { rules } from '../rules/index.ts'

export { apply } from '../engine/apply.ts'
export { invert } from '../engine/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [anthropic, anthropicStrict]

const door: Door = /* @__PURE__ */ doorOf({ formats: [format], rulebooks, rules })

export const scan: Door['scan'] = door.scan
export const plan: Door['plan'] = door.plan
export const repair: Door['repair'] = door.repair
export const follow: Door['follow'] = door.follow
export const openCalls: Door['openCalls'] = door.openCalls
