import { execSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { open, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const folder = folderWith({
  'sound.json': JSON.stringify(sound),
  'empty.json': '',
  'blank.json': ' \n\t\n',
  'mark.json': '\uFEFF',
  'comma.json': '{\n  "messages": []\n  "model": "x"\n}\n',
  'cut.json': '{"messages":[{"role":"user","content":"hal',
  'deep.json': '['.repeat(10 << 20),
  'rows.jsonl': '{"document":{}}\n{"document":{}}\n',
  'bodies.jsonl': '{"messages":[]}\n{"messages":[]}\n',
  'comma-apart.json': '[\n{"role":"user","content":"a"}\n{"role":"user","content":"b"}\n]\n',
  'latin.json': Buffer.from('{"messages":[{"role":"user","content":"\xe9"}]}', 'latin1'),
  'wide.json': Buffer.from('\uFEFF{"messages":[]}', 'utf16le'),
  'secret.json': '{}',
  'recipe.json': '{"flour":200,"eggs":3}',
  'number.json': '42',
  'my file.json': '{"a":',
})

const unreadable: readonly (readonly [string, string])[] = [
  ['nowhere/at-all.json', 'There is no file `nowhere/at-all.json`.\nhint: ls nowhere'],
  ['sonud.json', 'There is no file `sonud.json`.\nhint: npx mortise check sound.json'],
  ['.', '`.` is a folder, not a file.\nhint: ls -l .'],
  [
    'sound.json/x',
    '`sound.json/x` cannot be read: a part of the path is not a folder.\nhint: ls -l sound.json/x',
  ],
  ['empty.json', '`empty.json` is empty.\nhint: npx mortise check --help'],
  ['blank.json', '`blank.json` is empty.\nhint: npx mortise check --help'],
  ['mark.json', '`mark.json` is empty.\nhint: npx mortise check --help'],
  [
    'comma.json',
    '`comma.json` is not valid JSON at 3:3: a comma or the closing bracket is missing.\nhint: sed -n 3p comma.json | cut -c 1-43',
  ],
  [
    'cut.json',
    '`cut.json` is not valid JSON at 1:43: a string is not closed or holds a wrong character.\nhint: sed -n 1p cut.json | cut -c 3-83',
  ],
  [
    'deep.json',
    '`deep.json` is not valid JSON at 1:10485761: the text ends too early.\nhint: sed -n 1p deep.json | cut -c 10485721-10485801',
  ],
  [
    'rows.jsonl',
    '`rows.jsonl` is not valid JSON at 2:1: more text follows the end of the JSON value.\nhint: npx mortise check --batch rows.jsonl',
  ],
  [
    'bodies.jsonl',
    `\`bodies.jsonl\` is not valid JSON at 2:1: more text follows the end of the JSON value.\nhint: sed 's/..*/{"document":&}/' bodies.jsonl | npx mortise check --batch`,
  ],
  [
    'comma-apart.json',
    '`comma-apart.json` is not valid JSON at 3:1: a comma or the closing bracket is missing.\nhint: sed -n 3p comma-apart.json | cut -c 1-41',
  ],
  ['latin.json', '`latin.json` is not UTF-8 text.\nhint: file latin.json'],
  ['wide.json', '`wide.json` is UTF-16; JSON is read as UTF-8.\nhint: iconv -f UTF-16 -t UTF-8 wide.json'],
  [
    'my file.json',
    "`my file.json` is not valid JSON at 1:6: the text ends too early.\nhint: sed -n 1p 'my file.json' | cut -c 1-46",
  ],
]

test.each(unreadable)('%s cannot be read', (path, words) => {
  expect(mortise(['check', path], { folder })).toEqual({ stdout: '', stderr: `mortise: ${words}\n`, exit: 4 })
  expect(mortise(['repair', path, '--json'], { folder })).toMatchObject({ stdout: '', exit: 4 })
})

test.each(['recipe.json', 'number.json'])('%s is JSON, but no conversation', (path) => {
  const { stdout, stderr, exit } = mortise(['check', path], { folder })
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 4 })
  expect(stderr).toMatch(/^mortise: [^\n]*\.\nhint: [^\n]+\n$/)
})

test('a file of messages is made a list by the command that the hint says', () => {
  const lines = open.messages.map((message) => JSON.stringify(message)).join('\n\n')
  const there = folderWith({ 'my lines.jsonl': lines })
  const { stderr, exit } = mortise(['compact', 'my lines.jsonl', '--budget', '900'], { folder: there })
  expect(exit).toBe(4)
  expect(stderr).toBe(
    "mortise: `my lines.jsonl` is not valid JSON at 3:1: more text follows the end of the JSON value.\nhint: grep . 'my lines.jsonl' | sed '1s/^/[/;$!s/$/,/;$s/$/]/' | npx mortise compact --budget 900\n",
  )
  const input = execSync(/hint: (.*) \| npx/.exec(stderr)?.[1] ?? '', { cwd: there }).toString()
  expect(JSON.parse(input)).toEqual(open.messages)
})

test('a file without permission', () => {
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'secret.json'), 0)
  expect(mortise(['check', 'secret.json'], { folder, isNobody: true })).toEqual({
    stdout: '',
    stderr: 'mortise: `secret.json` cannot be read: permission denied.\nhint: ls -l secret.json\n',
    exit: 4,
  })
})

test('empty standard input', () => {
  expect(mortise(['check'])).toEqual({
    stdout: '',
    stderr: 'mortise: standard input is empty.\nhint: npx mortise check --help\n',
    exit: 4,
  })
})

test('broken standard input', () => {
  expect(mortise(['repair', '-'], { input: '{"messages":' })).toEqual({
    stdout: '',
    stderr:
      'mortise: standard input is not valid JSON at 1:13: the text ends too early.\nhint: npx mortise repair --help\n',
    exit: 4,
  })
})

const nest = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

test.each([
  ['a list', nest],
  ['a content', `{"model":"claude-x","messages":[{"role":"user","content":${nest}}]}`],
  [
    'arguments',
    `{"model":"claude-x","messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"b","input":{"c":${nest}}}]}]}`,
  ],
])('%s nested beyond measure is never a stack trace', (_, input) => {
  for (const command of ['check', 'repair']) {
    const { stderr, exit } = mortise([command, '-'], { input })
    expect([0, 1, 4]).toContain(exit)
    expect(stderr).not.toMatch(/ at .*\.js:\d+/)
  }
})
