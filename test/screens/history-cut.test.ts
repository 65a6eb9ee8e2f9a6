import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { call, piece, result, text, user } from '../stores/claude-records.ts'
import { fileOf } from '../stores/conforms.ts'
import { mortise } from './run.ts'

const home = mkdtempSync(join(tmpdir(), 'mortise-cut-'))
afterAll(() => rmSync(home, { recursive: true }))
const path = join(home, '.claude/projects/-w/5e55.jsonl')
const rest = (): void => utimesSync(path, Date.now() / 1000 - 3600, Date.now() / 1000 - 3600)
const run = (...words: readonly string[]) => mortise(words, { environment: { HOME: home } })

test('a session whose agent went on behind a removed record: doctor names it, a repair by its name ties it', () => {
  mkdirSync(join(home, '.claude/projects/-w'), { recursive: true })
  const records = [
    user('u1', null, 'list the files'),
    piece('a1', 'u1', 'm1', text('there are two')),
    user('u2', 'a1', 'delete one'),
    piece('a2', 'u2', 'm2', call('c1', 'Delete')),
    result('r1', 'a2', 'c1'),
  ]
  writeFileSync(path, fileOf(records))
  rest()
  expect(run('clean', '--tools', 'Delete', '--yes').exit).toBe(0)
  appendFileSync(path, fileOf([user('u3', 'r1', 'go on'), piece('a3', 'u3', 'm3', text('done'))]))
  rest()
  const doctor = run('doctor')
  expect([doctor.exit, doctor.stdout.split('\n').slice(4)]).toEqual([
    0,
    [
      expect.stringContaining('! 5e55  claude-code  "list the files"'),
      '  history-cut: Claude Code sends nothing from before line 4',
      '  to send it again: npx mortise repair 5e55',
      '',
    ],
  ])
  expect(run('show', '5e55').stdout).toContain('to send it again: npx mortise repair 5e55\n')
  expect(run('repair', '--all', '--yes').stdout).toContain('nothing to mend')
  expect(run('repair', '5e55', '--yes').stdout).toContain(
    '  ~ line 4  history-cut  follows another record now\n',
  )
  expect(run('doctor').stdout).not.toContain('!')
  expect(run('show', '5e55').stdout).toContain('main: 5 turns\n')
})
