import { afterAll, beforeAll, test } from 'vitest'
import { bundleProgram, type Program } from '../disk/crash.ts'
import { killedOften } from '../sqlite/crash.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('../sqlite/child.ts')
})
afterAll(() => program.remove())

test.each(['wal', 'delete'] as const)(
  'killed 500 times while rows are changed (%s)',
  { timeout: 7_200_000 },
  (journal) => killedOften(program, journal, 500),
)
