import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileOf } from '../stores/conforms.ts'
import { answer, call, claude, header, text, user } from '../stores/pi-records.ts'
import { mortise } from './run.ts'

const home = mkdtempSync(join(tmpdir(), 'mortise-healed-'))
afterAll(() => rmSync(home, { recursive: true }))
const folder = join(home, '.openclaw/agents/main/sessions')
mkdirSync(folder, { recursive: true })

/** A session with a call that nobody answered. */
function write(id: string, version: number, hours: number): void {
  const path = join(folder, `${id}.jsonl`)
  const records = [
    header({ id, version, cwd: '/w' }),
    user('u1', null, 'list the files'),
    answer('a1', 'u1', [call('c1')], { maker: claude }),
    answer('a2', 'a1', [text('done')], { maker: claude }),
  ]
  writeFileSync(path, fileOf(records))
  const then = Date.now() / 1000 - hours * 3600
  utimesSync(path, then, then)
}

write('healed', 3, 1)
write('newer', 9, 2)
const run = (...words: readonly string[]) => mortise(words, { environment: { HOME: home } })

describe('one story about a session that its agent heals as it sends', () => {
  const heals = 'heals this each time it sends; the file stays broken for other programs'

  test.each(['first', 'out of the index'])('doctor names it, and what is only read (%s)', () => {
    const { stdout, exit } = run('doctor')
    expect([stdout, exit]).toEqual([
      `OpenClaw     2 sessions, 1.7 KB: all sound

! 1 session of OpenClaw is only read. It is a session of version 9 of OpenClaw, which is newer than what is known here (4).

✔ 2 sessions, none of which will be refused. 2 carry advice only.

! healed  openclaw/main  "list the files"  /w  1 hour ago
  call-without-result: OpenClaw ${heals}
  if its API answers 400 all the same: npx mortise repair heal
! newer  openclaw/main  "list the files"  /w  2 hours ago
  call-without-result: OpenClaw ${heals}
`.replace('1.7 KB', /[\d.]+ KB/.exec(stdout)?.[0] ?? ''),
      0,
    ])
  })

  test('show says neither that it is refused nor that the API says so', () => {
    const { stdout, exit } = run('show', 'healed')
    expect(exit).toBe(0)
    expect(stdout).toContain(
      `its agent ${heals}\n  if its API answers 400 all the same: npx mortise repair healed\n`,
    )
    expect(stdout).toContain('! `c1` has no result')
    expect(stdout).not.toMatch(/✖|the API says/)
  })

  test('check calls it sound, and says the same', () => {
    const { stdout, exit } = run('check', 'healed')
    expect([exit, stdout.includes(`its agent ${heals}`), stdout.includes('the API says')]).toEqual([
      0,
      true,
      false,
    ])
  })

  test('all at once leaves it alone; by its name it is mended', () => {
    expect(run('repair', '--all', '--yes').stdout).toContain('nothing to mend')
    const { stdout, exit } = run('repair', 'healed', '--yes')
    expect([exit, stdout.split('\n')[0]]).toEqual([
      0,
      '! healed  openclaw/main  "list the files"  /w  1 hour ago',
    ])
    expect(stdout).toContain('checked again, nothing will be refused')
    expect(run('doctor').stdout).not.toContain('mortise repair')
  })
})
