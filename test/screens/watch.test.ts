import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { first, makeHouse, noCalls, twoCalls } from '../transition/house.ts'
import { mortise, start } from './run.ts'

/** A home with a config of OpenClaw and two sessions. */
function watched(config: string) {
  const house = makeHouse()
  house.write('main', first, twoCalls(first))
  house.write('work', 'two', noCalls('two'))
  const path = join(house.folder, '.openclaw/openclaw.json')
  mkdirSync(join(house.folder, '.openclaw'), { recursive: true })
  writeFileSync(path, config)
  return {
    house,
    path,
    run: (...words: readonly string[]) => mortise(['watch', ...words, '--home', house.folder]),
  }
}

const denied = `{ /* all of them */ tools: { deny: ['*'], }, }`
const changed = 'tools.deny changed to disable all tools;'

describe('once', () => {
  const { house, path, run } = watched(denied)
  const before = house.all()

  test('a dry run says what would go, and writes nothing', () => {
    expect(run('--once', '--dry-run', '--plain')).toEqual({
      stdout: `ok ${changed} session transcripts would be cleaned to remove tool call history
ok Would clean 4 tool-related messages from main/sessions/${first}.jsonl
ok Session cleanup not done: processed 2 files, would clean 1 files and remove 4 tool-related messages
`,
      stderr: '',
      exit: 0,
    })
    expect(house.all()).toEqual(before)
  })

  test('what is due is cleaned, once, and taken back by the command that is named', () => {
    const { stdout, exit } = run('--once')
    expect([exit, stdout]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`^✔ ${changed} cleaning session transcripts to remove tool call history
✔ Cleaned 4 tool-related messages from main/sessions/${first}.jsonl
✔ Session cleanup complete: processed 2 files, cleaned 1 files, removed 4 tool-related messages
✔ To take this cleaning back: (?:node|npx) \\S+ undo [0-9a-f]{8} --home \\S+\n$`),
      ),
    ])
    expect(run('--once').stdout).toBe('✔ no tool became denied since the last time\n')
    const undo = /: (?:node|npx) \S+ (undo \w+)/.exec(stdout)?.[1]?.split(' ') ?? []
    expect(mortise([...undo, '--home', house.folder]).exit).toBe(0)
    expect(house.all()).toEqual(before)
  })

  test('a session that is in use is told by the exit', () => {
    writeFileSync(path, '{}')
    run('--once')
    writeFileSync(path, denied)
    const lock = `${house.pathOf('main', first)}.lock`
    writeFileSync(lock, JSON.stringify({ pid: process.pid, createdAt: new Date().toISOString() }))
    const { stdout, exit } = run('--once')
    expect([exit, stdout]).toEqual([
      3,
      expect.stringContaining('✔ 1 session is in use; cleaned when at rest\n'),
    ])
    expect(house.read('main', first)).toBe(before[`main/sessions/${first}.jsonl`])
  })

  test('of one profile alone', () => {
    const own = watched(`{ agents: { list: [{ id: 'work', tools: { deny: ['*'] } }] } }`)
    own.house.write('work', 'two', twoCalls('two'))
    const { stdout } = own.run('--once')
    expect(stdout).toContain('tools.deny of openclaw/work changed to disable all tools')
    expect(own.house.read('main', first)).toContain('toolCall')
    expect(own.house.read('work', 'two')).not.toContain('toolCall')
  })

  test.each([
    ['no config', undefined, 'there is no such file'],
    ['a config that is no JSON5', '{ tools: ', 'it is no JSON5 at line 1'],
  ])('%s', (_, text, why) => {
    const own = watched(text ?? '{}')
    const words = text === undefined ? ['--config', join(own.house.folder, 'none.json')] : []
    expect(own.run('--once', ...words)).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining(`cannot be read: ${why}`),
    })
  })

  test('an agent whose config nobody knows', () => {
    expect(run('--agent', 'codex')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining('The config of `codex` cannot be followed; that of `openclaw` can.'),
    })
  })
})

test('while it runs, real saves are seen: nothing at first, a broken one, an atomic one; Ctrl-C ends it with 0', async () => {
  const { house, path } = watched(`{ tools: { deny: [] } }`)
  const child = start(['watch', '--home', house.folder])
  afterAll(() => child.kill('SIGKILL'))
  const said: string[] = []
  const seen = (words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (said.join('').includes(words)) resolve()
        else setTimeout(look, 10)
      }
      look()
    })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(String(piece)))
  await seen('Ctrl-C ends it')
  writeFileSync(path, '{ tools: { deny: [')
  await seen('What was read before stays in effect.')
  writeFileSync(`${path}.tmp`, denied)
  renameSync(`${path}.tmp`, path)
  await seen('Session cleanup complete: processed 2 files, cleaned 1 files, removed 4 tool-related messages')
  expect(readFileSync(house.pathOf('main', first), 'utf8')).not.toContain('toolCall')
  child.kill('SIGINT')
  const [exit] = await once(child, 'exit')
  expect(exit).toBe(0)
})
