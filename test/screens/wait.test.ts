import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { broken, linesOf, makeHome } from '../sessions/home.ts'
import { mortise, start } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill()
})

/** A process that holds a file open for writing until it is killed. */
async function holding(path: string): Promise<ChildProcess> {
  const code = `require('fs').openSync(${JSON.stringify(path)}, 'a'); console.log('open'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['-e', code])
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

/** Runs a command, and lets the writer go as soon as the command says that it waits for it. */
async function waitedFor(words: readonly string[], writer: ChildProcess): Promise<number | null> {
  const child = start(words)
  children.push(child)
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => {
    said += bytes.toString()
    if (said.includes(`waiting up to 60s: `)) writer.kill('SIGKILL')
  })
  const [exit] = (await once(child, 'exit')) as [number | null]
  expect(said).toContain(`is open for writing in node (pid ${writer.pid})\n`)
  return exit
}

describe('a session that is in use', () => {
  const linux = testWith(process.platform === 'linux', 'Linux')

  linux('is waited for, to be repaired and to be taken back', async () => {
    const home = makeHome()
    const path = home.write(name, broken)
    const more = ['--wait', '60s', '--home', home.folder]
    expect(await waitedFor(['repair', '7f3a', '--yes', ...more], await holding(path))).toBe(0)
    expect(home.read(name)).not.toBe(linesOf(broken))
    expect(await waitedFor(['undo', ...more], await holding(path))).toBe(0)
    expect(home.read(name)).toBe(linesOf(broken))
  })

  linux('is refused when the time is up', async () => {
    const home = makeHome()
    await holding(home.write(name, broken))
    const { exit, stderr } = mortise(['repair', '7f3a', '--yes', '--wait', '0.1s', '--home', home.folder])
    expect([exit, stderr]).toEqual([3, expect.stringContaining('is open for writing in node')])
    expect(home.read(name)).toBe(linesOf(broken))
  })
})

test('what is no time is told', () => {
  expect(mortise(['undo', '--wait', 'soon'])).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('`--wait` takes a length of time such as 10s or 2m.'),
  })
})
