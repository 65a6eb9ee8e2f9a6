import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../app/src/cli/program/commands.ts'
import { folderWith } from './screens/run.ts'
import { call, piece, result, user } from './stores/claude-records.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, 'plugins', path), 'utf8')
const hook = join(root, 'plugins/claude-code/hooks/session-start.js')

const bin = folderWith({})
const command = join(bin, 'mortise')
symlinkSync(join(root, 'app/bin/mortise.js'), command)
chmodSync(join(root, 'app/bin/mortise.js'), 0o755)

/** Runs the hook as Claude Code does. */
function started(input: string, path = `${bin}${delimiter}${dirname(process.execPath)}`) {
  const env = { PATH: path, HOME: bin }
  const { stdout, stderr, status } = spawnSync(process.execPath, [hook], { input, env, encoding: 'utf8' })
  return { stdout, stderr, status }
}

const silent = { stdout: '', stderr: '', status: 0 }

const lines = (records: readonly object[]): string =>
  records.map((each) => `${JSON.stringify(each)}\n`).join('')
const answered = [user('u1', null, 'hi'), piece('a1', 'u1', 'm1', call('t1')), result('r1', 'a1', 't1')]
const twice = [...answered, result('r2', 'r1', 't1', 'once more'), user('u2', 'r2', 'go on')]
const folder = folderWith({
  'broken.jsonl': lines(twice.map((each) => ({ ...each, version: '2.0.42' }))),
  'healed.jsonl': lines(twice.map((each) => ({ ...each, version: '2.1.327' }))),
  'torn.jsonl': `${lines(answered)}{"type":"user","uuid":"u9\n${lines([user('u2', 'r1', 'go on')])}`,
  'sound.jsonl': lines(answered),
})
const inputFor = (file: string): string =>
  JSON.stringify({ hook_event_name: 'SessionStart', source: 'resume', transcript_path: join(folder, file) })

test('the hook warns of a session that its API refuses, and changes nothing', () => {
  const before = readFileSync(join(folder, 'broken.jsonl'))
  const { stdout, stderr, status } = started(inputFor('broken.jsonl'))
  expect([JSON.parse(stdout), stderr, status]).toEqual([
    {
      systemMessage:
        'Mortise: the API will refuse this session (duplicate-result). In a terminal: mortise doctor',
    },
    '',
    0,
  ])
  expect(readFileSync(join(folder, 'broken.jsonl'))).toEqual(before)
})

test('the hook warns of a session that loses history', () => {
  expect(JSON.parse(started(inputFor('torn.jsonl')).stdout).systemMessage).toContain(
    'Claude Code loses part of this session (unreadable)',
  )
})

test.each<[string, string]>([
  ['a fault that Claude Code heals', inputFor('healed.jsonl')],
  ['a sound session', inputFor('sound.jsonl')],
  ['a file that is missing', inputFor('none.jsonl')],
  ['a path that looks like a flag', JSON.stringify({ transcript_path: '--yes' })],
  ['words that are no JSON', 'not json'],
  ['no path', '{}'],
])('the hook is silent about %s', (_, input) => {
  expect(started(input)).toEqual(silent)
})

test('the hook is silent without the command', () => {
  expect(started(inputFor('broken.jsonl'), '/nowhere')).toEqual(silent)
})

test('the hook that is declared is there, for resumed sessions alone', () => {
  const { hooks } = JSON.parse(read('claude-code/hooks/hooks.json'))
  expect(hooks.SessionStart).toHaveLength(1)
  const [{ matcher, hooks: run }] = hooks.SessionStart
  expect([matcher, run.map((each: { command: string }) => each.command)]).toEqual([
    'resume',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Claude Code puts the folder there.
    ['node "${CLAUDE_PLUGIN_ROOT}/hooks/session-start.js"'],
  ])
})

test('the skills say the same, and name commands that there are', () => {
  const skill = read('claude-code/skills/repair-session/SKILL.md')
  expect(skill).toMatch(/^---\nname: repair-session\ndescription: .+\n---\n/)
  for (const agent of ['codex', 'openclaw', 'pi'])
    expect(read(`${agent}/skills/repair-session/SKILL.md`)).toBe(skill)
  const named = [...skill.matchAll(/`mortise (\w+)/g)].map(([, name]) => name)
  const known = new Set(commands.map(({ name }) => name))
  expect(named.filter((name) => !known.has(name ?? ''))).toEqual([])
  expect(named.length).toBeGreaterThan(3)
})

describe('in the process of the agent', () => {
  const before = process.env.PATH
  beforeAll(() => {
    process.env.PATH = `${bin}${delimiter}${before}`
  })
  afterAll(() => {
    process.env.PATH = before
  })

  test.each([
    [
      'a broken session',
      'broken.jsonl',
      ['refuse this session (duplicate-result). In a terminal: mortise doctor'],
    ],
    ['a fault that the agent heals', 'healed.jsonl', []],
    ['a sound session', 'sound.jsonl', []],
    ['a file that is missing', 'none.jsonl', []],
    ['a session that is not saved', undefined, []],
  ])('the extension of pi warns, if at all, when a session is opened: %s', async (_, file, warnings) => {
    const { default: extend, warn } = await import(join(root, 'plugins/pi/mortise.js'))
    const events: string[] = []
    extend({ on: (event: string) => events.push(event) })
    const told: string[] = []
    await warn({
      sessionManager: { getSessionFile: () => file && join(folder, file) },
      ui: { notify: (text: string) => told.push(text.replace('Mortise: the API will ', '')) },
    })
    expect([events, told]).toEqual([['session_start'], warnings])
  })

  const refusal =
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
  const hint = 'Quit opencode, then: mortise repair ses_4f2a'
  test.each([
    ['a refusal', 'session.error', 'ses_4f2a', { message: refusal }, [hint]],
    ['one in a body', 'session.error', 'ses_4f2a', { message: 'Bad Request', responseBody: refusal }, [hint]],
    ['another error', 'session.error', 'ses_4f2a', { message: 'Overloaded' }, []],
    ['an error without words', 'session.error', 'ses_4f2a', undefined, []],
    ['an id that is none', 'session.error', 'x; rm -rf ~', { message: refusal }, []],
    ['another event', 'session.idle', 'ses_4f2a', { message: refusal }, []],
  ])('the plugin of opencode says what to type after %s', async (_, type, sessionID, data, told) => {
    const { Mortise } = await import(join(root, 'plugins/opencode/mortise.js'))
    const toasts: string[] = []
    const showToast = async ({ body }: { body: { message: string } }): Promise<void> => {
      toasts.push(body.message.replace('The API refuses this session. ', ''))
    }
    const { event } = await Mortise({ client: { tui: { showToast } } })
    await event({ event: { type, properties: { sessionID, error: { data } } } })
    expect(toasts).toEqual(told)
  })
})
