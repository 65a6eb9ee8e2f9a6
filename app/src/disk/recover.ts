import { conclude } from './conclude.ts'
import type { Disk } from './disk.ts'
import { quietly } from './failure.ts'

/**
 * Decides what became of operations that a crash left without an ending, and tidies up after them.
 *
 * An operation whose file cannot be read now is left for the next start.
 */
export function recover(disk: Disk): void {
  for (const operation of disk.journal.operations()) {
    if (operation.result !== 'unfinished') continue
    quietly(() => conclude(disk, operation))
  }
}
