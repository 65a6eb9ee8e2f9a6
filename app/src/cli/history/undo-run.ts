import type { Invocation } from '../program/command.ts'
import { pasted } from '../screen/wrap.ts'
import { samePlace } from '../sessions/same-place.ts'

/** How to take back all that one run over many files changed; `log` names its files one by one. */
export function undoRunLines({ program, flags }: Invocation, changed: number): readonly string[] {
  if (changed === 0) return []
  const where = samePlace(flags)
  const one = changed === 1 ? [] : [pasted('undo one: ', `${program} log${where}`)]
  return [pasted(changed === 1 ? 'undo: ' : `undo all ${changed}: `, `${program} undo${where}`), ...one]
}
