import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foreignFiles } from '../sessions/foreign-files.ts'
import { call, piece, result, text, user } from '../stores/claude-records.ts'
import { folderWith, mortise } from './run.ts'

const wanted = ['a rollout of Codex', 'a chat of Gemini CLI', 'a condensed history of Roo Code', 'a database']
const chosen = foreignFiles.filter(({ name }) => wanted.includes(name))
const nameOf = (name: string): string => `${name.replaceAll(' ', '-')}.jsonl`
const folder = folderWith(
  Object.fromEntries(chosen.map(({ name, text: content }) => [nameOf(name), Buffer.from(content, 'latin1')])),
)

test.each(
  chosen.flatMap(({ name, what }) =>
    [['check'], ['repair'], ['repair', '--dry-run'], ['doctor'], ['show'], ['compact', '--budget', '9']].map(
      (words) => [words.join(' '), name, what, words] as const,
    ),
  ),
)('%s names %s, and leaves it at that', (_, name, what, words) => {
  const file = nameOf(name)
  const [command = '', ...flags] = words
  const before = readFileSync(join(folder, file))
  expect(mortise([command, file, ...flags, '--home', folder].filter(isKnownTo(command)), { folder })).toEqual(
    {
      stdout: '',
      stderr: `mortise: \`${file}\` is ${what}; Mortise cannot judge it yet.\nhint: npx mortise explain 'the error that it shows'\n`,
      exit: 4,
    },
  )
  expect(readFileSync(join(folder, file)).equals(before)).toBe(true)
})

/** \`check\` has no home. */
function isKnownTo(command: string): (word: string) => boolean {
  return (word) => command !== 'check' || (word !== '--home' && word !== folder)
}

test.each(['check', 'repair'])('%s names what comes over standard input', (command) => {
  const [codex] = chosen
  const { stdout, stderr, exit } = mortise([command, '-'], { input: codex?.text ?? '' })
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 4 })
  expect(stderr).toContain('standard input is a session of Codex; Mortise cannot judge it yet.')
})

const records = [
  user('u1', null, 'list the files'),
  result('r1', 'a1', 't1'),
  piece('a1', 'u1', 'm1', call('t1')),
  piece('a2', 'r1', 'm2', text('done with it')),
]
const session = records.map((record) => `${JSON.stringify(record)}\n`).join('')

test('a session that comes over standard input is judged as one, and not mended', () => {
  expect(mortise(['check', '-'], { input: session })).toEqual({
    stdout: '✔ standard input is sound for anthropic (4 turns)\n',
    stderr: 'session: of Claude Code, judged as that agent sends it to anthropic\n',
    exit: 0,
  })
  expect(mortise(['repair', '-'], { input: session })).toEqual({
    stdout: '',
    stderr:
      'mortise: Standard input holds a session of Claude Code: name its file, and it is mended where it is.\nhint: npx mortise repair --help\n',
    exit: 2,
  })
})

const tree = folderWith({
  's1.jsonl': session,
  'rollout.jsonl': chosen.find(({ name }) => name === 'a rollout of Codex')?.text ?? '',
})

test('doctor counts in a tree what it cannot judge', () => {
  const { stdout, exit } = mortise(['doctor', tree, '--home', tree])
  expect(exit).toBe(0)
  expect(stdout).toContain('  not judged: 1 file: a session of Codex\n')
  const { passed } = JSON.parse(mortise(['doctor', tree, '--home', tree, '--json']).stdout)
  expect(passed).toEqual({
    archives: 0,
    foreign: [{ path: join(tree, 'rollout.jsonl'), what: 'a session of Codex' }],
  })
})
