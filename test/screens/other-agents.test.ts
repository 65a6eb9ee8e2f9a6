import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../app/src/doors/sessions.ts'
import { foreignFiles } from '../sessions/foreign-files.ts'
import { call, piece, result, text, user } from '../stores/claude-records.ts'
import { folderWith, mortise } from './run.ts'

const wanted = [
  'an early rollout of Codex',
  'a chat of Gemini CLI',
  'a condensed history of Roo Code',
  'a database',
]
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
  'rollout.jsonl': chosen.find(({ name }) => name === 'an early rollout of Codex')?.text ?? '',
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

const sessions = folderWith({
  'lone.log': JSON.stringify(user('u1', null, 'list the files')),
  'long.jsonl.reset.2026': JSON.stringify(user('u1', null, 'list '.repeat(30_000))),
})

test.each([
  ['a lone record under another name', 'lone.log', 1],
  ['a copy that starts with a long record', 'long.jsonl.reset.2026', 1],
])('check, doctor and repair agree on %s', (_, name, turns) => {
  const file = join(sessions, name)
  const kinds = ['check', 'repair'].map((command) => {
    const extra = command === 'repair' ? ['--dry-run', '--home', sessions] : []
    return JSON.parse(mortise([command, file, '--json', ...extra]).stdout).target.kind
  })
  expect(kinds).toEqual(['session', 'session'])
  const [seen] = JSON.parse(mortise(['doctor', file, '--json', '--home', sessions]).stdout).sessions
  expect(seen).toMatchObject({ agent: 'claude-code', health: 'sound', turns })
})

const copies = folderWith({ 's1.jsonl': session, 's1.jsonl.bak': session })

test('doctor counts the copies in a tree, and looks at them once asked for', () => {
  const command = ['doctor', copies, '--home', copies]
  expect(mortise(command).stdout).toContain(
    `  not looked at: 1 copy or session that was put away: npx mortise doctor ${copies} --archives --home ${copies}\n`,
  )
  expect(mortise([...command, '--archives']).stdout).toContain('✔ 2 sessions, none of which')
})

test('compact names what comes over standard input', () => {
  const input = foreignFiles.find(({ name }) => name === 'a chat of Gemini CLI')?.text ?? ''
  expect(mortise(['compact', '-', '--budget', '9'], { input })).toMatchObject({ stdout: '', exit: 4 })
})

test('the library names them too', () => {
  const [codex] = chosen
  const open = (): unknown => openSession(join(folder, nameOf(codex?.name ?? '')))
  expect(open).toThrow('is a session of Codex; Mortise cannot judge it yet.')
})

const odd = folderWith({
  'rollout.jsonl': chosen[0]?.text ?? '',
  'other.json': '{"a":1}',
  'words.txt': 'list the files',
  'words.jsonl': 'list the files',
})

/** The command in a hint, as words. */
function hintIn({ stdout, stderr }: ReturnType<typeof mortise>): readonly string[] | undefined {
  const hint = /^\s*(?:hint|see|fix): npx mortise (.*)$/m.exec(`${stderr}${stdout}`)?.[1]
  return hint?.match(/'[^']*'|\S+/g)?.map((word) => word.replaceAll("'", ''))
}

test.each(
  ['rollout.jsonl', 'other.json', 'words.txt', 'words.jsonl', 'missing', '.'].flatMap((name) =>
    ['check', 'doctor', 'show', 'repair'].map((command) => [command, name] as const),
  ),
)('hints lead on and never back: %s %s', (command, name) => {
  const passed: string[] = []
  let words: readonly string[] | undefined = [command, name]
  while (words !== undefined && !passed.includes(words.join(' '))) {
    passed.push(words.join(' '))
    const home = words[0] === 'doctor' || words[0] === 'show' ? ['--home', odd] : []
    words = hintIn(mortise([...words, ...home], { folder: odd }))
  }
  expect({ passed, back: words }).toEqual({ passed, back: undefined })
  expect(passed.length).toBeLessThan(4)
})

test.each<[name: string, sentence: string]>([
  ['a transcript of Cursor', 'its calls are kept without ids and without results.'],
  ['a session of Continue', 'its results stand in the calls that they answer'],
  ['an old session of Goose', 'it mends the pairs of a conversation each time it loads one.'],
  ['a thread of Amp', 'the thread is kept by its server'],
])('%s is not to be repaired here, and the reason is told in one line', (name, sentence) => {
  const { text: content = '', what = '' } = foreignFiles.find((each) => each.name === name) ?? {}
  const own = folderWith({ 'it.json': content })
  const { stderr, exit } = mortise(['doctor', 'it.json'], { folder: own })
  expect(exit).toBe(4)
  expect(stderr).toMatch(
    new RegExp(`^mortise: .it.json. is ${what}, and is not to be repaired here: [^\\n]*\\nhint:`),
  )
  expect(stderr).toContain(sentence)
  expect(mortise(['doctor', '.'], { folder: own }).stdout).toContain(
    `  not judged: 1 file: ${what}; not to be repaired here: `,
  )
})

test.each([
  ['Goose', 'goose/sessions/sessions.db'],
  ['Crush', '.crush/crush.db'],
  ['Zed', 'zed/threads/threads.db'],
])('a database of %s is told by its place', (agent, path) => {
  const own = folderWith({ 'x.txt': '' })
  mkdirSync(dirname(join(own, path)), { recursive: true })
  writeFileSync(join(own, path), 'SQLite format 3\0 and more')
  expect(mortise(['doctor', path], { folder: own }).stderr).toContain(
    `a session of ${agent}, and is not to be repaired here: `,
  )
})
