import type { Door } from '../door.ts'
import { type FormatDoor, formatDoor } from '../format-door.ts'
import { bedrockConverse as format } from '../formats/bedrock-converse/index.ts'
import type { Rulebook } from '../model/rulebook.ts'

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

const door: FormatDoor = /* @__PURE__ */ formatDoor(format)

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = door.rulebooks
export const scan: Door['scan'] = door.scan
export const plan: Door['plan'] = door.plan
export const repair: Door['repair'] = door.repair
export const follow: Door['follow'] = door.follow
export const openCalls: Door['openCalls'] = door.openCalls
