import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSession, sessionMarkdown } from 'mortise/sessions'
import { expect, test } from 'vitest'
import { broken, makeHome, sound } from '../sessions/home.ts'
import { folderWith, mortise, type Seen } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'
const home = makeHome()
home.write(name, broken)
home.write('-w-app/7f3b0000.jsonl', sound)
const folder = folderWith({ 'taken.md': 'mine' })
const run = (...words: readonly string[]): Seen => mortise([...words, '--home', home.folder], { folder })
const markdown = sessionMarkdown(openSession(home.path(name)))

test('a session is printed as Markdown, repaired, and stays as it is', () => {
  const before = home.all()
  expect(run('export', '7f3a')).toEqual({ stdout: markdown, stderr: '', exit: 0 })
  expect(markdown).toContain('[no result was recorded;')
  expect(JSON.parse(run('export', '7f3a', '--json').stdout)).toMatchObject({
    command: 'export',
    target: { kind: 'session', path: home.path(name) },
    text: markdown,
  })
  expect(home.all()).toEqual(before)
})

test('it is written to a file, but over another one only by force, which can be undone', () => {
  expect(run('export', '7f3a', '-o', 'new.md')).toEqual({
    stdout: '✔ written: new.md\n',
    stderr: '',
    exit: 0,
  })
  expect(readFileSync(join(folder, 'new.md'), 'utf8')).toBe(markdown)
  const taken = (): string => readFileSync(join(folder, 'taken.md'), 'utf8')
  expect(run('export', '7f3a', '-o', 'taken.md')).toEqual({
    stdout: '',
    stderr: `mortise: \`taken.md\` exists already; nothing was written.\nhint: npx mortise export 7f3a -o taken.md --home ${home.folder} --force\n`,
    exit: 3,
  })
  expect(taken()).toBe('mine')
  expect(run('export', '7f3a', '-o', 'taken.md', '--force').exit).toBe(0)
  expect(taken()).toBe(markdown)
  expect(run('undo').exit).toBe(0)
  expect(taken()).toBe('mine')
})

test.each<[words: readonly string[], exit: number, sentence: string]>([
  [['export'], 2, 'Name one session.'],
  [['export', '7f3'], 2, '2 sessions begin with `7f3`: `7f3a9d10-1111-4222`, `7f3b0000`.'],
  [['export', '9999'], 4, 'There is no file `9999` and no session whose id begins so.'],
])('%j ends with %i', (words, exit, sentence) => {
  expect(run(...words)).toMatchObject({
    stdout: '',
    exit,
    stderr: expect.stringContaining(`mortise: ${sentence}\n`),
  })
})

test('`check` takes the id of a session, or its beginning', () => {
  expect(run('check', '7f3a')).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining('call-without-result'),
  })
  expect(run('check', '7f3b', '-q')).toMatchObject({ exit: 0 })
  expect(run('check', '7f3')).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining('2 sessions begin with'),
  })
  expect(run('check', '9999').stderr).toContain('There is no file `9999` and no session whose id begins so.')
})

test('the fix of a checked session mends it', () => {
  writeFileSync(join(folder, 'copy.jsonl'), readFileSync(home.path(name)))
  const { stdout } = run('check', '7f3a')
  const fix = /fix: npx mortise (.*)\n/.exec(stdout)?.[1]?.split(' ') ?? []
  expect(mortise([...fix, '--yes'], { folder })).toMatchObject({ exit: 0 })
  expect(run('check', '7f3a')).toMatchObject({ exit: 0 })
})
