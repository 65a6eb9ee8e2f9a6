import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { testWith } from '../needs.ts'
import { broken, makeHome, sound } from '../sessions/home.ts'
import { piece, text, user } from '../stores/claude-records.ts'
import { mortise, environment as usual } from './run.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const isThere = spawnSync('script', ['--version']).status === 0

/** What a terminal was sent by a command, and what was typed into it. */
function typed(words: string, input: string, environment: Readonly<Record<string, string>> = {}): string {
  const command = `'${process.execPath}' '${bin}' ${words}`
  const { stdout } = spawnSync('script', ['--quiet', '--command', command, '/dev/null'], {
    env: { ...usual, NO_COLOR: '1', ...environment },
    input,
  })
  return stdout.toString().replaceAll('\r\n', '\n')
}

testWith(isThere, 'script')('alone, the command asks for the error to be pasted', () => {
  const screen = typed('', 'messages.3: `tool_use` ids were found without `tool_result` blocks\n')
  expect(screen).toContain('Paste an error of an API or an agent, then press Ctrl-D.')
  expect(screen).toContain('rule: call-without-result  A call has no result\n')
})

testWith(isThere, 'script')('a word that is no command is answered with the likely one', () => {
  expect(typed('repiar', '')).toContain(
    'mortise: Unknown command `repiar`. Did you mean `repair`?\nhint: npx mortise repair\n',
  )
})

describe('work that takes more than a second', () => {
  const home = makeHome()
  for (let number = 0; number < 4; number++) home.write(`-w-app/${number}0000000.jsonl`, sound)
  // A clock on which each look takes a while.
  const code = 'let late=0;const now=Date.now;Date.now=()=>now()+(late+=400)'
  const slow = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
  const doctor = (words = ''): string => typed(`doctor --home '${home.folder}'${words}`, '', slow)
  const bar = '\rlooking at sessions  '

  testWith(isThere, 'script')(
    'shows on a terminal how far it is, and takes that away before it speaks',
    () => {
      const screen = doctor()
      expect(screen).toContain(`${bar}████████████████████████  4 of 4`)
      expect(screen).toContain('\r\u001b[KClaude Code  4 sessions')
      expect(screen.slice(screen.lastIndexOf(bar))).toMatch(/4 sessions, none of which will be refused\.\n$/)
    },
  )

  testWith(isThere, 'script')('stands below the lines that are told meanwhile', () => {
    const many = makeHome()
    for (let number = 0; number < 70; number++)
      many.write(`-w-app/${String(number).padStart(8, '0')}.jsonl`, broken)
    for (const line of ['repair --all --yes', 'undo']) {
      const screen = typed(`${line} --home '${many.folder}'`, '', slow)
      expect(screen).toMatch(/ {2}64 of 70 .*B/)
      expect(screen).toContain('\n✔ ')
      // A bar ends with a size.
      expect(screen).not.toContain('B\u001b[K✔')
    }
  })

  testWith(isThere, 'script')('is silent to those who asked for silence', () => {
    expect(doctor(' --quiet')).not.toContain(bar)
    expect(doctor(' --json')).not.toContain(bar)
  })

  test('shows nothing off a terminal', () => {
    expect(mortise(['doctor', '--home', home.folder], { environment: slow }).stderr).toBe('')
  })
})

testWith(isThere, 'script')('an exported line is not broken: it can be copied as it is', () => {
  const home = makeHome()
  const long = 'a long question '.repeat(20).trim()
  home.write('-w-app/7f3a9d10.jsonl', [user('u1', null, long), piece('a1', 'u1', 'm1', text('an answer'))])
  expect(typed(`export 7f3a --home '${home.folder}'`, '')).toContain(long)
})
