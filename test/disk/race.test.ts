import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram, type Program } from './crash.ts'
import { appendWhile } from './race.ts'

let program: Program
beforeAll(async () => {
  program = await bundleProgram('appender.ts')
})
afterAll(() => program.remove())

test.runIf(process.platform === 'linux')('no line that another process appends is lost', async () => {
  let carries = 0
  for (let turn = 0; turn < 16; turn += 1) carries += await appendWhile(program, turn)
  expect(carries, 'else nothing was raced for').toBeGreaterThan(0)
})
