import { bindingMemory } from './binding/memory.ts'
import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from './door.ts'
import type { Format } from './model/format.ts'
import type { Known } from './model/known.ts'
import type { Rulebook } from './model/rulebook.ts'
import { rulebooks as allRulebooks } from './rulebooks/index.ts'
import { rules } from './rules/index.ts'

/** The functions of one format, for programs that need no other. */
export interface FormatDoor extends Omit<Door, 'chooseApi'> {
  readonly rulebooks: readonly Rulebook[]
}

/** Makes the functions of one format; they know the APIs that speak it, and every rule. */
export function formatDoor(format: Format): FormatDoor {
  const rulebooks = allRulebooks.filter((rulebook) => rulebook.format === format.name)
  const known: Known = { formats: [format], rulebooks, rules }
  return {
    rulebooks,
    scan: scanOf(known),
    plan: planOf(known),
    repair: repairOf(known),
    follow: followOf(known, bindingMemory),
    openCalls: openCallsOf(known),
  }
}
