import { describe, expect, test } from 'vitest'
import { linesOf, makeHome, sound } from '../sessions/home.ts'
import { mortise } from './run.ts'

describe('a file without a record that can be read', () => {
  const home = makeHome()
  const name = '-w-app/7f3a9d10-1111.jsonl'
  const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
    mortise([...words, '--home', home.folder])
  home.write('-w-app/0c000000-2222.jsonl', sound)

  test.each([
    ['zeros', '\0'.repeat(4096)],
    ['half a record', linesOf(sound).slice(0, 60)],
    ['other letters', `\ufeff${linesOf(sound)}`.split('').join('\0')],
    ['no JSON at all', 'no\nrecord\n'],
  ])('%s: it is told, and never emptied', (_, content) => {
    home.write(name, content)
    const sentence = `\`${home.path(name)}\` holds no record of Claude Code that can be read.`
    const { stdout, exit } = run('doctor')
    expect(stdout).toContain(`\n! ${sentence}\n`)
    expect(stdout).toContain('1 of 2 sessions cannot be read; of the others none will be refused.\n')
    expect(exit).toBe(1)
    expect(JSON.parse(run('doctor', '--json').stdout).totals).toMatchObject({ unreadable: 1, broken: 0 })
    expect(run('repair', '7f3a', '--yes')).toMatchObject({
      exit: 4,
      stderr: expect.stringContaining(sentence),
    })
    expect(run('repair', '--all', '--yes')).toMatchObject({ exit: 4, stdout: `! ${sentence}\n` })
    expect(run('show', '7f3a9d10-1111')).toMatchObject({ exit: 4, stderr: expect.stringContaining(sentence) })
    expect(home.read(name)).toBe(content)
  })
})

test('what cannot be read is not counted among the records that stay', () => {
  const home = makeHome()
  const [first, ...rest] = sound
  const lines = [...linesOf(rest).split('\n').filter(Boolean)]
  home.write(
    '-w-app/7f3a.jsonl',
    `\ufeff${JSON.stringify(first)}\n${'\0'.repeat(9)}\n${lines.join('\n')}\n{"cut`,
  )
  expect(mortise(['repair', '7f3a', '--dry-run', '--home', home.folder]).stdout).toContain(`Plan (3 changes):
  ~ line 1  unreadable  is changed
  - line 2  unreadable  goes
  - line 6  unreadable  goes
  = 4 other records kept byte for byte
`)
})
