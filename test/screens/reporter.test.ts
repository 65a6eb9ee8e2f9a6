import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { user } from '../stores/claude-records.ts'
import { open as broken, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pretty = JSON.stringify(broken, undefined, 2)
const hostile = JSON.stringify(broken).replaceAll(/toolu_\w+/g, 'x\\u001b[31m%\\n::error::y')
const folder = folderWith({
  'broken.json': pretty,
  'sound.json': JSON.stringify(sound),
  'a, b:%.json': pretty,
  'hostile.json': hostile,
  'torn.json': '{"messages": [',
})

const report = (reporter: string, ...files: readonly string[]) =>
  mortise(['check', '--reporter', reporter, '--', ...files], { folder })

describe('annotations of GitHub', () => {
  test('name file, line, rule and sentence', () => {
    const { stdout, exit } = report('github', 'sound.json', 'broken.json')
    const [, line = ''] =
      /^::error file=broken\.json,line=(\d+),title=call-without-result::`/.exec(stdout) ?? []
    expect(pretty.split('\n')[Number(line) - 1]).toContain('{')
    expect([stdout.trimEnd().split('\n').length, exit]).toEqual([1, 1])
  })

  test('end with 0 and say nothing if all files are sound', () => {
    expect(report('github', 'sound.json')).toMatchObject({ stdout: '', exit: 0 })
  })

  test('report a file that cannot be read beside the others, and end with its code', () => {
    const { stdout, exit } = report('github', 'torn.json', 'broken.json')
    expect(stdout).toMatch(/^::error file=torn\.json,line=1,title=unreadable::/)
    expect([stdout.trimEnd().split('\n').length, exit]).toEqual([2, 4])
  })

  test.each(['a, b:%.json', 'hostile.json'])('hold no second command from %s', (file) => {
    const { stdout } = report('github', file)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((line) => !line.startsWith('::error file=')),
    ).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may be left.
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f]/)
  })
})

describe('SARIF', () => {
  test('names each rule once, and each fault with its place', () => {
    const { stdout, exit } = report('sarif', 'broken.json', 'a, b:%.json')
    const log = JSON.parse(stdout)
    expect([log.version, log.runs.length, exit]).toEqual(['2.1.0', 1, 1])
    const [{ tool, results }] = log.runs
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['call-without-result'])
    expect(results).toHaveLength(2)
    expect(results[1]).toMatchObject({
      ruleId: 'call-without-result',
      ruleIndex: 0,
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'a%2C%20b%3A%25.json' } } }],
    })
  })

  test('gives the line of a record', () => {
    const lines = [user('u1', null, 'hi'), { ...user('u2', 'gone', 'and now?') }]
    const session = folderWith({ 's.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') })
    const { stdout } = mortise(['check', '--reporter', 'sarif', 's.jsonl'], { folder: session })
    const [{ results }] = JSON.parse(stdout).runs
    expect(results[0]).toMatchObject({
      locations: [{ physicalLocation: { region: { startLine: 2 } } }],
    })
  })
})

test('a reporter needs files', () => {
  expect(mortise(['check', '--reporter', 'sarif']).exit).toBe(2)
})

test('the last step of the action checks the files of a pattern, and runs nothing that stands in it', () => {
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'))
  const { run } = action.runs.steps.at(-1)
  const environment = { PATH: process.env.PATH, MORTISE: join(root, 'app/bin/mortise.js') }
  const runWith = (FILES: string) =>
    spawnSync('bash', ['-c', run], { cwd: folder, env: { ...environment, FILES }, encoding: 'utf8' })
  expect(runWith('sou*.json $(touch ran)').stdout).toContain('title=unreadable')
  expect(runWith('sou*.json')).toMatchObject({ stdout: '', status: 0 })
  expect(spawnSync('ls', [join(folder, 'ran')]).status).not.toBe(0)
})
