import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fileSink, memorySink, openLedger } from '../../app/src/doors/ledger.ts'
import { bundleProgram, inParallel, type Program } from '../disk/crash.ts'
import { memory } from '../disk/scratch.ts'
import type { Task } from './child.ts'
import { expectSendable, onePerFormat, textOf } from './judge.ts'

const folder = mkdtempSync(join(memory, 'mortise-ledger-'))
let program: Program

beforeAll(async () => {
  program = await bundleProgram('../ledger/child.ts')
})

afterAll(() => {
  program.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('D6: killed at any byte and opened again, the history can be sent and nothing finished is lost', () => {
  test('deepseek: every prefix of a file', async () => {
    const api = 'deepseek'
    const bytes = await logOf(api)
    const path = join(folder, 'prefix.jsonl')
    for (let size = 0; size <= bytes.length; size++) {
      writeFileSync(path, bytes.subarray(0, size))
      await expectAlive(path, api, finishedIn(bytes.subarray(0, size).toString()), `${size} bytes`)
    }
  })

  test.each(onePerFormat)('%s: every prefix of a log', async (api) => {
    const bytes = await logOf(api)
    for (let size = 0; size <= bytes.length; size++) {
      const text = bytes.subarray(0, size).toString()
      const ledger = openLedger({ api, sink: memorySink(text.split('\n')) })
      expectSendable(ledger.messages(), api, `${size} bytes`)
      expectThere(ledger.messages(), finishedIn(text), `${size} bytes`)
    }
  })

  test('deepseek: dying at every call of the disk', async () => {
    const api = 'deepseek'
    const told = await run({ api, path: join(folder, `${api}-count.jsonl`) })
    const total = Number(told.at(-1)?.replace('calls ', ''))
    expect(total).toBeGreaterThan(15)
    const points = Array.from({ length: total }, (_, at) => at)
    await inParallel(points, async (at) => {
      const path = join(folder, `${api}-${at}.jsonl`)
      const said = await run({ api, path, at, share: (at % 4) / 3 })
      expect(said.at(-1) ?? '').not.toMatch(/^calls/)
      await expectAlive(path, api, said, `call ${at}`)
    })
  })

  test('deepseek: killed from outside at any moment', async () => {
    const api = 'deepseek'
    await inParallel(
      Array.from({ length: 12 }, (_, count) => count),
      async (count) => {
        const path = join(folder, `outside-${count}.jsonl`)
        await expectAlive(path, api, await killedAfter({ api, path }, count), `after ${count} lines`)
      },
    )
  })
})

/** Opens a log that somebody left, looks whether all is there that was finished, and goes on from there. */
async function expectAlive(
  path: string,
  api: string,
  finished: readonly string[],
  where: string,
): Promise<void> {
  const ledger = openLedger({ api, sink: await fileSink(path) })
  expectSendable(ledger.messages(), api, where)
  expectThere(ledger.messages(), finished, where)
  await ledger.user('Go on.')
  await ledger.close()
  const again = openLedger({ api, sink: await fileSink(path) })
  expectSendable(again.messages(), api, where)
  expect(again.messages(), where).toEqual(ledger.messages())
  await again.close()
}

function expectThere(messages: readonly unknown[], finished: readonly string[], where: string): void {
  const text = textOf(messages)
  const lost = finished.filter((words) => !text.includes(words))
  expect(lost, where).toEqual([])
}

/** The log of a child that nobody killed. */
async function logOf(api: string): Promise<Buffer> {
  const path = join(folder, `${api}-whole.jsonl`)
  await run({ api, path })
  return readFileSync(path)
}

/** What the complete lines of a log say that tools gave, and what users said. */
function finishedIn(text: string): readonly string[] {
  const lines = text.split('\n').slice(0, -1).join('\n')
  return lines.match(/content for call\d+: ü 文件 ✓|Read some files\./g) ?? []
}

/** Runs a child to its end, whatever that is; gives what it told to be durable. */
function run(task: Task): Promise<readonly string[]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program.file, JSON.stringify(task)], (_, stdout) =>
      resolve(stdout.split('\n').filter((line) => line !== '')),
    )
  })
}

/** Kills a child once it has said so many lines. */
async function killedAfter(task: Task, count: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [program.file, JSON.stringify(task)])
  const said: string[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    if (!line.startsWith('calls')) said.push(line)
    if (said.length >= count) child.kill('SIGKILL')
  })
  if (count === 0) child.kill('SIGKILL')
  await once(child, 'close')
  return said
}
