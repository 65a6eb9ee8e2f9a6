import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../app/src/cli/program/commands.ts'
import { engineFlags } from '../../app/src/cli/program/engine-flags.ts'
import { testWith } from '../needs.ts'
import { agentSessions, homeOf } from '../sessions/all-agents.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
const session = agentSessions.find(({ agent }) => agent === 'neovate')
const id = session?.id ?? ''
const body = 'body.json'
const list = 'rows.jsonl'

/** A home with a broken session, a broken document and a config. */
function newHome(): string {
  if (session === undefined) throw new Error('The session is gone.')
  const home = homeOf(session).folder
  const open = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }
  const messages = [
    { role: 'user', content: 'list the files' },
    { role: 'assistant', content: null, tool_calls: [open] },
    { role: 'user', content: 'and now?' },
  ]
  writeFileSync(join(home, body), JSON.stringify({ model: 'gpt-5', messages }))
  writeFileSync(join(home, list), messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
  const upstreams = { openai: { url: 'http://127.0.0.1:9/v1', api: 'openai' } }
  const config = { listen: '127.0.0.1:0', admin: false, upstreams }
  writeFileSync(join(home, 'mortise.json'), JSON.stringify(config))
  return home
}

/** A line for each command, in an order in which each has something to do, with its exit code. */
const lines: readonly (readonly [line: string, exit: number])[] = [
  ['doctor', 1],
  [`check ${list}`, 1],
  ['sessions', 0],
  [`show ${id}`, 1],
  [`export ${id}`, 0],
  [`repair ${id} --yes`, 0],
  ['undo', 0],
  ['redo', 0],
  ['log', 0],
  ['restore nothing', 1],
  [`compact ${body} --budget 100k`, 0],
  [`convert ${body} --to anthropic-messages`, 0],
  ["clean --tools '*' --yes", 0],
  ['watch --once', 4],
  ['run --config mortise.json -- true', 0],
  ['gateway --config mortise.json', 0],
  ['config check mortise.json', 0],
  ['up', 0],
  ['explain tool_use_id', 1],
  ['rules', 0],
  ['apis', 0],
  ['formats', 0],
  ['sandbox --port 0', 0],
  ['demo', 0],
  ['completion bash', 0],
  [`report ${id}`, 0],
  ['ui --port 0', 0],
  ['jobs', 2],
  ['worker', 2],
]

test('each command has a line', () => {
  const named = lines.map(([line]) => line.split(' ')[0])
  expect(named.sort()).toEqual(commands.map(({ name }) => name).sort())
})

describe.each(['22', '24'])('Node %s', (major) => {
  const node = nodeOf(major)
  const home = newHome()
  const testNode = testWith(
    existsSync(node),
    `Node ${major} for ${process.platform} (npm ci --prefix test/nodes)`,
  )

  for (const [line, exit] of lines)
    testNode(line, async () => {
      const seen = await run([node, bin], line, home)
      // The engine's own complaints: about a flag, about an outdated function.
      expect(seen.stderr).not.toMatch(/unrecognized|Warning|deprecated/)
      expect({ exit: seen.exit, stderr: seen.stderr }).toEqual({ exit, stderr: expect.any(String) })
    })

  testNode('it has the flags of V8 that are set on it, and those alone', () => flagsAgree(node))
})

describe('the single file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-single-'))
  const single = join(folder, 'mortise')
  const home = newHome()
  const node = nodeOf('24')
  const builder = fileURLToPath(new URL('../../single/', import.meta.url))
  const canBuild = existsSync(node) && existsSync(join(builder, 'node_modules'))
  const testSingle = testWith(
    canBuild,
    'Node 24 and the builder (npm ci --prefix test/nodes; npm ci --prefix single)',
  )

  beforeAll(() => {
    if (canBuild)
      execFileSync(process.execPath, [join(builder, 'build.js'), '--node', node, '-o', single], {
        stdio: 'ignore',
      })
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true }))

  for (const [line, exit] of lines)
    testSingle(line, async () => {
      const seen = await run([single], line, home)
      expect(seen.stderr).not.toMatch(/unrecognized|Warning|deprecated/)
      expect({ exit: seen.exit, stderr: seen.stderr }).toEqual({ exit, stderr: expect.any(String) })
    })

  testSingle('it knows its version, and is named as it was called', () => {
    const told = (words: readonly string[], cwd: string, PATH: string): string =>
      execFileSync(single, words, { cwd, env: { PATH, HOME: home }, encoding: 'utf8' })
    expect(told(['--version'], folder, '')).toBe('0.1.0\n')
    expect(told(['--help'], folder, '')).toContain('\n  ./mortise COMMAND ')
    expect(told(['--help'], home, folder)).toContain('\n  mortise COMMAND ')
  })
})

test('the flags of V8 are known for this Node', () => flagsAgree(process.execPath))

function nodeOf(major: string): string {
  const name = `node-${major}-${process.platform}-${process.arch}`
  return fileURLToPath(new URL(`node_modules/${name}/bin/node`, import.meta.url))
}

function flagsAgree(node: string): void {
  const told = execFileSync(node, ['--v8-options'], { encoding: 'utf8' })
  const version = execFileSync(node, ['-p', 'process.versions.v8'], { encoding: 'utf8' })
  for (const [flag, versions] of Object.entries(engineFlags)) {
    const isKnown = versions.some((each) => version.startsWith(`${each}.`))
    expect(isKnown, flag).toBe(new RegExp(`^ +--${flag} `, 'm').test(told))
  }
}

/** Runs a command in the home; one that serves is interrupted once it has said where. */
function run(
  [file = '', ...first]: readonly string[],
  line: string,
  home: string,
): Promise<{ readonly exit: number | null; readonly stderr: string }> {
  const words = line.split(' ').map((word) => word.replaceAll("'", ''))
  const environment = { PATH: process.env.PATH, HOME: home, MORTISE_HOME: join(home, 'state') }
  const child = spawn(file, [...first, ...words], {
    cwd: home,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  // Before it prints this, it has not begun to listen for interruptions.
  const signs = { gateway: 'the gateway listens', sandbox: 'Ctrl-C ends it', ui: 'Ctrl-C ends it' }
  const sign = Object.entries(signs).find(([name]) => line.startsWith(name))?.[1]
  let seen = ''
  let isTold = false
  const look = (chunk: Buffer): void => {
    seen += chunk
    if (isTold || sign === undefined || !seen.includes(sign)) return
    // Only once: a second interruption ends it at once.
    isTold = true
    child.kill('SIGINT')
  }
  child.stdout.on('data', look)
  child.stderr.on('data', look)
  return new Promise((resolve) => child.once('close', (exit) => resolve({ exit, stderr })))
}
