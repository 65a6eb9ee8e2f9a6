import type { Fingerprint } from './bytes.ts'
import type { DiskOutcome } from './failure.ts'
import type { Acted } from './operate.ts'
import type { OperationIntent } from './operation.ts'
import type { Replaced, Replacement } from './replace.ts'
import type { Swap } from './swap.ts'

/** One file of a batch, as far as it has come. */
export interface BatchFile {
  readonly request: Replacement
  readonly pieces: readonly Uint8Array[]
  readonly after: Fingerprint
  outcome?: DiskOutcome<Replaced>
  intent?: OperationIntent
  /** The handle of its backup, where that is new. */
  blob?: number
  /** Whether its backup was made for this operation alone. */
  isNew?: boolean
  swap?: Swap
  /** A handle of the file that was there before. */
  old?: number
  acted?: Acted
}

/** The outcome for a file that was swapped, or left because it had grown. */
export function replacedOf(acted: Acted, { op }: OperationIntent, print: Fingerprint): Replaced {
  if (acted.state === 'grown') return acted
  return { state: 'replaced', operation: op, carried: acted.carried, print }
}
