import { afterAll, beforeAll, test } from 'vitest'
import { bundleProgram, type Program } from '../disk/crash.ts'
import { crashed, killedOften } from '../sqlite/crash.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('../sqlite/child.ts')
})
afterAll(() => program.remove())

const ways = crashed.flatMap((name) =>
  (['wal', 'delete'] as const).map((journal) => [name, journal] as const),
)

test.each(ways)('%s: killed 500 times while rows are changed (%s)', { timeout: 7_200_000 }, (name, journal) =>
  killedOften(program, name, journal, 500),
)
