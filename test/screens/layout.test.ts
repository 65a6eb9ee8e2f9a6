import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { widthOf } from '../../app/src/cli/screen/wrap.ts'
import { age } from '../disk/scratch.ts'
import { testWith } from '../needs.ts'
import { agentSessions } from '../sessions/all-agents.ts'
import { broken, linesOf, makeHome, sound } from '../sessions/home.ts'
import { call, type Json, piece, result, user } from '../stores/claude-records.ts'
import { mortise } from './run.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const isThere = spawnSync('script', ['--version']).status === 0

/** What a terminal of so many columns is sent by each of some command lines. */
function shown(columns: number, lines: readonly string[]): readonly string[] {
  const file = join(home.folder, 'run.sh')
  const runs = lines.map((line) => `'${process.execPath}' '${bin}' ${line}; printf '=%.0s=' 1\n`)
  writeFileSync(file, `stty cols ${columns}\n${runs.join('')}`)
  const { stdout } = spawnSync('script', ['--quiet', '--command', `bash '${file}'`, '/dev/null'], {
    env: { PATH: process.env.PATH, npm_command: 'exec', NO_COLOR: '1', HOME: home.folder },
    input: '',
    maxBuffer: 1 << 26,
  })
  return stdout.toString().replaceAll('\r\n', '\n').split('==').slice(0, -1)
}

const home = makeHome()
const worked = `/w/${'a-folder-with-a-long-name/'.repeat(7)}app`
for (const { file, records } of agentSessions) {
  const path = join(home.folder, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, linesOf(records(worked) as Json[]))
  age(path)
}
const long: Json[] = [user('u0', null, 'go')]
for (let turn = 0; turn < 40; turn++) {
  long.push(piece(`a${turn}`, `u${turn}`, `m${turn}`, call(`toolu_${turn}`)))
  if (turn !== 10) long.push(result(`r${turn}`, `a${turn}`, `toolu_${turn}`))
  long.push(user(`u${turn + 1}`, turn === 10 ? `a${turn}` : `r${turn}`, 'and now? '.repeat(20)))
}
home.write('-w-app/long.jsonl', long)
const body = { model: 'claude-opus-4-5', messages: [{ role: 'user', content: 'go' }] }
writeFileSync(join(home.folder, 'body.json'), JSON.stringify(body))

const screens = [
  '--help',
  'repair --help',
  'clean --help',
  'doctor',
  'sessions',
  'show long',
  'check ~/.claude/projects/-w-app/long.jsonl',
  'check ~/body.json',
  'repair long --dry-run',
  'compact long --budget 1k --dry-run',
  "clean --tools '*' --dry-run",
  'log',
  "explain 'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1'",
  'rules call-without-result',
  'apis mistral',
  'show nothing-of-that-name',
]

describe.each([80, 120, 200])('on a terminal of %i columns', (columns) => {
  testWith(isThere, 'script')('every screen is broken between words', () => {
    const seen = shown(columns, screens)
    expect(seen).toHaveLength(screens.length)
    const over = seen.flatMap((screen, index) =>
      screen
        // A slow machine shows how far a step is: one passing line, over itself.
        .split('\n')
        .map((line) => line.split('\u001b[K').at(-1) ?? '')
        .filter((line) => widthOf(line) > columns && line.trim().split(' ').length > 1)
        .map((line) => `${screens[index]}: ${line}`),
    )
    expect(over).toEqual([])
    expect(seen[3]).toContain('will be refused by their APIs.')
    if (columns === 80) expect(seen[4], 'a long path loses its middle').toMatch(/ {2}\/w\/…\S*app {2}/)
  })
})

test('in a pipe no line is broken', () => {
  const { stdout } = mortise(['sessions'], { environment: { HOME: home.folder } })
  expect(stdout).toContain(`  ${worked}  list the files\n`)
  const doctor = mortise(['doctor'], { environment: { HOME: home.folder } })
  expect(doctor.stdout).toContain('"list the files"')
  expect(doctor.stdout.split('\n').some((line) => line.length > 200)).toBe(true)
})

const many = makeHome()
for (let number = 0; number < 43; number++)
  many.write(`-w-app/${number}x.jsonl`, number < 13 ? broken : sound)

testWith(isThere, 'script')('a list is cut on a terminal, which says how to see the rest', () => {
  const at = `--home '${many.folder}'`
  const [cut, whole, ill, all, turns, everyTurn] = shown(120, [
    `sessions ${at}`,
    `sessions --all ${at}`,
    `doctor ${at}`,
    `doctor --all ${at}`,
    'show long',
    'show long --all',
  ])
  expect(cut).toMatch(/\nand 3 more: add --all to see them\n$/)
  expect(whole?.match(/ claude-code /g)).toHaveLength(43)
  expect(ill).toContain('\n\nand 3 more: add --all to see them\n\n')
  expect(all?.match(/ {2}fix: /g)).toHaveLength(13)
  expect(turns).toMatch(/\n {2}… 29 turns: add --all to see them\n[\s\S]*`toolu_10` has no result\n/)
  expect(everyTurn).not.toContain('turns: add')
})
