import type { Plan } from '../model/edit.ts'
import type { Outcome } from '../model/outcome.ts'
export function applyBytes(_bytes: Uint8Array, _plan: Plan): Outcome<Uint8Array> {
  throw new Error('not here yet')
}
