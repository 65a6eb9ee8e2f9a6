import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, linkSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { age } from '../disk/scratch.ts'
import { folderWith, mortise, type Seen, environment as usual } from '../screens/run.ts'
import { broken, linesOf, makeHome } from '../sessions/home.ts'
import { makeRowHome } from '../sqlite/home.ts'
import { answer, call, header, user } from '../stores/pi-records.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const huge = 5 * 2 ** 30
const exitOf: Readonly<Record<string, number>> = { doctor: 1, repair: 4, clean: 4 }
const isDevice = 'is a device, not a file'
const isLarge = 'is larger than 1 GB'
const isHuge = 'it is larger than 1 GB'

/** A session that no reader can hold. */
interface Unreadable {
  readonly name: string
  write(path: string): void
}

const hole: Unreadable = {
  name: '5 GB of nothing',
  write: (path) => {
    writeFileSync(path, '')
    truncateSync(path, huge)
  },
}
const begun: Unreadable = {
  name: '5 GB that begin with a record',
  write: (path) => {
    writeFileSync(path, linesOf(broken))
    truncateSync(path, huge)
  },
}
describe.each([hole, begun])('a session that cannot be held: $name', ({ write }) => {
  const home = makeHome()
  const bad = home.path('-w-app/0bad0000-1111.jsonl')
  const run = (...words: readonly string[]): Seen => mortise(words, { environment: { HOME: home.folder } })
  beforeEach(() => {
    home.write('-w-app/7f3a9d10-1111.jsonl', broken)
    write(bad)
    age(bad)
  })
  const good = (): string => home.read('-w-app/7f3a9d10-1111.jsonl')

  test.each([[['doctor']], [['repair', '--all', '--yes']], [['clean', '--tools', 'Bash', '--yes']]])(
    '%j says so in one line and goes on',
    (words) => {
      const { stdout, stderr, exit } = run(...words)
      const told = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(isHuge))
      expect([exit, told]).toEqual([exitOf[words[0] ?? ''], [expect.stringContaining('0bad0000')]])
      if (words.includes('--yes')) expect(good()).not.toBe(linesOf(broken))
      else expect(stdout).toContain('7f3a9d10')
    },
  )

  test('sessions lists it', () => {
    expect(run('sessions')).toMatchObject({ exit: 0, stdout: expect.stringContaining('5.4 GB') })
  })

  test('check of its file ends with 4', () => {
    expect(run('check', bad)).toMatchObject({ exit: 4, stderr: expect.stringContaining(isLarge) })
  })

  test.each([
    ['show', '0bad'],
    ['export', '0bad'],
    ['repair', '0bad', '--yes'],
    ['compact', '0bad', '--budget', '10', '--yes'],
    ['doctor', bad],
  ])('%s %s ends with 4', (...words) => {
    const { stdout, stderr, exit } = run(...words)
    expect([exit, `${stdout}${stderr}`]).toEqual([4, expect.stringContaining(isHuge)])
  })
})

describe('input without an end', () => {
  const folder = folderWith({ 'ok.json': '[]' })

  test.skipIf(!existsSync('/dev/zero')).each(
    [
      ['check', '/dev/zero'],
      ['repair', '/dev/zero'],
      ['compact', '/dev/zero', '--budget', '10'],
      ['convert', '/dev/zero', '--to', 'gemini-contents'],
      ['check', '--batch', '/dev/zero'],
      ['doctor', '/dev/zero'],
      ['check', '/dev/urandom'],
      ['sandbox', '--scenario', '/dev/zero'],
    ].map((words) => [words]),
  )('%j is refused', (words) => {
    expect(mortise(words, { folder })).toMatchObject({ exit: 4, stderr: expect.stringContaining(isDevice) })
  })

  test.each([
    ['a line', ['check', '-'], '{'],
    ['a line', ['repair', '-'], '{'],
    ['a line', ['check', '--batch'], '{'],
    ['lines', ['check', '-'], '{}\n'],
    ['lines', ['compact', '-', '--budget', '10'], '{}\n'],
  ])('a pipe with %s that never ends: %j', async (_, words, piece) => {
    expect(await fed(words, piece)).toMatchObject({ exit: 4, stderr: expect.stringContaining(isLarge) })
  })

  test('a text to explain that never ends is explained by its beginning', async () => {
    const { exit, stdout } = await fed(['explain'], 'tool_use ids were found without tool_result blocks\n')
    expect([exit, stdout]).toEqual([0, expect.stringContaining('call-without-result')])
  })
})

/** Runs a command whose standard input goes on until the command ends. */
async function fed(words: readonly string[], piece: string): Promise<Seen> {
  const child = spawn(process.execPath, [bin, ...words], { env: usual })
  const seen = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (seen.stdout += chunk))
  child.stderr.on('data', (chunk) => (seen.stderr += chunk))
  const chunk = piece.repeat(Math.ceil((1 << 20) / piece.length))
  const feed = (): void => {
    while (child.stdin.writable && child.stdin.write(chunk));
  }
  child.stdin.on('drain', feed).on('error', () => {})
  feed()
  const [exit] = await once(child, 'close')
  return { ...seen, exit }
}

describe('a database with a second name', () => {
  test.each(['repair', 'clean'])('is refused by %s without --force', (command) => {
    const home = makeRowHome()
    try {
      home.add('s1', [
        header({ id: 's1' }),
        user('u1', null, 'list the files'),
        answer('a1', 'u1', [call('c1')]),
        user('u2', 'a1', 'go on with it'),
      ])
      const second = join(home.folder, 'second.sqlite')
      linkSync(home.database, second)
      const before = readFileSync(home.database)
      const words = [command, ...(command === 'clean' ? ['--tools', '*'] : ['s1']), '--yes']
      const run = (...more: readonly string[]): Seen =>
        mortise([...words, ...more], { environment: { HOME: home.folder } })
      const refused = run()
      expect([refused.exit, `${refused.stdout}${refused.stderr}`]).toEqual([
        3,
        expect.stringContaining('has another name on this disk'),
      ])
      expect(readFileSync(home.database)).toEqual(before)
      expect(run('--force').exit).toBe(0)
      const undo = (...more: readonly string[]): Seen =>
        mortise(['undo', ...more], { environment: { HOME: home.folder } })
      expect(undo().exit).toBe(3)
      expect(undo('--force').exit).toBe(0)
    } finally {
      home.remove()
    }
  })
})
