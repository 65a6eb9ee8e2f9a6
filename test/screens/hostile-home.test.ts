import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { age } from '../disk/scratch.ts'
import { testWith } from '../needs.ts'
import * as claude from '../stores/claude-records.ts'
import * as neovate from '../stores/neovate-records.ts'
import * as pi from '../stores/pi-records.ts'
import { mortise, type Seen } from './run.ts'

/** A text that drives a terminal and runs in a shell, wherever somebody lets it. */
const evil = `e$(touch owned);'"\`touch owned\`\u001b]0;owned\u0007\u001b[35m\u009b31m\u202e\u{e0041}\r\b`

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mortise-hostile-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, `home ${evil}`)
const worked = join(folder, `work ${evil}`)
const tools = join(folder, 'bin')
const argv = join(folder, 'argv')
for (const made of [home, worked, tools]) mkdirSync(made)

const id = `-${evil}`
const called = `call${evil}`

/** A session of each agent with the text in everything that somebody else can write. */
const files: Readonly<Record<string, readonly object[]>> = {
  [`.claude/projects/${evil}/${id}.jsonl`]: [
    claude.summary(evil, 'u2'),
    ...[
      claude.user('u1', null, evil),
      claude.piece('a1', 'u1', 'm1', { ...claude.call(called, evil), input: { command: evil } }),
      claude.user('u2', 'a1', evil),
    ].map((record) => ({ ...record, cwd: worked, sessionId: id })),
  ],
  [`.neovate/projects/${evil}/${evil}.jsonl`]: [
    neovate.config(),
    neovate.user('u1', null, evil),
    neovate.model('a1', 'u1', [neovate.call(called, evil)], { model: evil }),
    neovate.user('u2', 'a1', evil),
    neovate.title(evil),
  ],
  [`.openclaw/agents/${evil}/sessions/${evil}.jsonl`]: [
    pi.header({ cwd: worked, id: evil }),
    pi.user('u1', null, evil),
    pi.answer('a1', 'u1', [pi.call(called, evil)], { maker: ['openai-completions', evil, evil] }),
    pi.user('u2', 'a1', evil),
  ],
  [`.pi/agent/sessions/--${evil}--/2026-05-01T10-00-00-000Z_${evil}.jsonl`]: [
    pi.header({ cwd: worked, id: evil }),
    pi.user('u1', null, evil),
    pi.answer('a1', 'u1', [pi.call(called, evil)]),
    pi.result('r1', 'a1', called, evil),
    pi.result('r2', 'r1', called, evil),
    pi.user('u2', 'r2', evil),
  ],
}

const sessions = Object.entries(files).map(([name, records]) => {
  const path = join(home, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  age(path)
  return path
})
writeFileSync(join(home, `.claude/projects/${evil}/torn${evil}.jsonl`), `{"type":"user",${evil}\n`)

const document = `-${evil}.json`
const body = {
  model: evil,
  messages: [
    { role: 'user', content: evil },
    { role: 'assistant', content: [{ type: 'tool_use', id: called, name: evil, input: { evil } }] },
    { role: evil, content: evil },
  ],
}
writeFileSync(join(folder, document), JSON.stringify(body))
writeFileSync(join(folder, 'no.json'), `{"${evil}`)
writeFileSync(join(folder, 'lines.jsonl'), body.messages.map((each) => `${JSON.stringify(each)}\n`).join(''))

// Whatever a printed command calls writes down what it was given.
for (const name of ['npx', 'claude', 'neovate', 'openclaw', 'pi', 'iconv', 'sed', 'ls', 'file']) {
  writeFileSync(join(tools, name), `#!/bin/bash\nprintf '%s\\0' ${name} "$@" $'\\n' >> '${argv}'\n`)
  chmodSync(join(tools, name), 0o755)
}

const at = ['--home', home]
const asJson = (words: readonly string[]): readonly string[] => [...words, '--json']
const [claudeFile = '', , , piFile = ''] = sessions

/** Every command, in an order in which each finds what it is about; those at the end print documents. */
const lists: readonly (readonly string[])[] = [
  ['doctor', ...at],
  ['doctor', home],
  ['sessions', ...at],
  ['show', claudeFile, ...at],
  ['show', evil, ...at],
  ['check', claudeFile],
  ['check', `./${document}`, '--api', 'anthropic'],
  ['check', `./${document}`],
  ['check', 'lines.jsonl'],
  ['check', 'no.json'],
  ['check', `missing${evil}`],
  ['explain', evil],
  ['explain', `messages.3: \`tool_use\` ids were found without \`tool_result\` blocks: ${evil}`],
  ['rules', evil],
  ['rules', evil, evil],
  ['apis', evil],
  ['formats', evil],
  ['help', evil],
  ['doctor', '--agent', evil, ...at],
  ['doctor', '--agent', `openclaw/${evil}`, ...at],
  ['sessions', `--${evil}`],
  ['repair', piFile, '--dry-run', ...at],
  ['compact', claudeFile, '--budget', '10', '--dry-run', ...at],
  ['compact', claudeFile, '--budget', evil, ...at],
  ['clean', '--tools', '*', '--dry-run', ...at],
  ['clean', `--tools=-${evil}`, ...at],
  ['log', ...at],
  ['undo', evil, ...at],
  ['redo', evil, ...at],
  ['restore', evil, ...at],
  ['sandbox', evil],
]
const changes: readonly (readonly string[])[] = [
  ['repair', claudeFile, '--yes', ...at],
  ['repair', '--all', '--yes', ...at],
  ['log', ...at],
  ['undo', ...at],
  ['redo', ...at],
  ['clean', '--tools', '*', '--yes', ...at],
]
const documents: readonly (readonly string[])[] = [
  ['repair', `./${document}`, '--api', 'anthropic'],
  ['repair', 'lines.jsonl', '--api', 'anthropic'],
  ['compact', `./${document}`, '--budget', '10', '--api', 'anthropic'],
]

function run(words: readonly string[]): Seen {
  return mortise(words, { folder, environment: { HOME: home } })
}

/** What of a text a terminal would obey, but for ends of lines. */
function obeyed(text: string): readonly string[] {
  return text.match(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu) ?? []
}

/** The commands that a screen offers. */
function offered({ stdout, stderr }: Seen): readonly string[] {
  const label =
    /^ *(?:fix|undo|redo|resume|hint|see|all at once|mend it first|and \d+ more): *(?=[a-z])(.*)$/gm
  return [...`${stdout}\n${stderr}`.matchAll(label)].flatMap(([, command]) => command ?? [])
}

const piped = new Map<readonly string[], Seen>()
for (const words of [...lists, ...lists.map(asJson), ...changes]) piped.set(words, run(words))
const printed = documents.map(run)

test('no control character reaches a pipe', () => {
  const bad = [...piped].filter(([, { stdout, stderr }]) => obeyed(stdout + stderr).length > 0)
  expect(bad.map(([words, seen]) => [words.slice(0, 2), obeyed(seen.stdout + seen.stderr)])).toEqual([])
  expect(printed.flatMap(({ stderr }) => obeyed(stderr))).toEqual([])
  // A fault of ours would be no answer.
  expect([...piped.values(), ...printed].filter(({ exit }) => exit === 70)).toEqual([])
})

test('every agent was there', () => {
  const { stdout } = [...piped.values()][0] ?? { stdout: '' }
  for (const title of ['Claude Code', 'Neovate', 'OpenClaw', 'pi '])
    expect(stdout, title).toMatch(new RegExp(`^${title} +\\d session.*1 will be refused`, 'm'))
})

test('a document is printed as data, with its own bytes', () => {
  expect(printed[0]?.stdout).toContain(JSON.stringify(evil))
})

test('a printed command gives a program the words that were meant, and runs nothing else', () => {
  const commands = new Set([...piped.values(), ...printed].flatMap(offered))
  const json = [...piped.values()].flatMap(({ stdout }) => stdout.match(/"resume":"(?:[^"\\]|\\.)*"/g) ?? [])
  for (const each of json) commands.add((JSON.parse(`{${each}}`) as { resume: string }).resume)
  expect(commands.size).toBeGreaterThan(15)
  const names = [home, `home ${evil}`, worked, evil, id, document, `./${document}`, `-${evil}`, ...sessions]
  const isMeant = (word: string): boolean => names.some((name) => word === name || word.endsWith(`=${name}`))
  const calls = [...commands].map((command) => {
    rmSync(argv, { force: true })
    const { stderr } = spawnSync('/bin/bash', ['-c', command], {
      cwd: folder,
      env: { PATH: tools, HOME: home },
    })
    expect(stderr.toString().replace(/.*: (?:cut|mortise): .*\n/g, ''), command).toBe('')
    expect(
      [folder, worked].filter((place) => existsSync(join(place, 'owned'))),
      command,
    ).toEqual([])
    const given = existsSync(argv) ? readFileSync(argv, 'utf8').split('\0\n\0').filter(Boolean) : []
    return given.map((line) => line.split('\0'))
  })
  const given = calls.flat()
  expect(given.flat().filter((word) => /[;$`]/.test(word) && !isMeant(word))).toEqual([])
  for (const call of [
    ['claude', `--resume=${id}`],
    ['neovate', '--resume', evil],
    ['openclaw', 'agent', '--agent', evil, '--session-id', evil, '--message', 'go on'],
    ['pi', '--session', piFile],
    ['npx', 'mortise', 'repair', claudeFile, '--home', home],
    ['npx', 'mortise', 'repair', '--all', '--yes', '--home', home],
    ['npx', 'mortise', 'repair', `./${document}`, '--api', 'anthropic', '--in-place'],
  ])
    expect(given).toContainEqual(call)
})

const isThere = spawnSync('script', ['--version']).status === 0
const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))

testWith(isThere, 'script')('no sequence but our own colours reaches a terminal', () => {
  const file = join(folder, 'run.sh')
  const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
  const lines = [...lists, ...documents].map((words) =>
    [process.execPath, bin, ...words].map(quoted).join(' '),
  )
  writeFileSync(file, `stty cols 100; cd ${quoted(folder)}\n${lines.join('\n')}\n`)
  const { stdout } = spawnSync('script', ['--quiet', '--command', `bash '${file}'`, '/dev/null'], {
    env: { PATH: process.env.PATH, npm_command: 'exec', HOME: home, TERM: 'xterm', FORCE_COLOR: '1' },
    input: 'n\n'.repeat(9),
    maxBuffer: 1 << 26,
  })
  const own = [0, 1, 2, 31, 32, 33, 36].map((code) => `\u001b[${code}m`)
  const screen = own
    .reduce((text, colour) => text.replaceAll(colour, ''), stdout.toString())
    .replaceAll('\r\n', '\n')
  expect(screen).toContain('will be refused')
  expect(obeyed(screen)).toEqual([])
})
