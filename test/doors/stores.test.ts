import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agents, DiskError, openSession, sessionMarkdown } from '../../app/src/doors/sessions.ts'
import { isAskedFor } from '../../app/src/text/debug.ts'
import * as claude from '../stores/claude-records.ts'
import * as neovate from '../stores/neovate-records.ts'
import * as pi from '../stores/pi-records.ts'
import * as tasks from '../stores/task-records.ts'
import { sessionFiles } from './files.ts'

const files = sessionFiles()

/** The same story in every agent's words: a call that nobody answered, and the talk went on. */
const stories: Readonly<Record<string, readonly object[]>> = {
  'claude-code': [
    claude.user('u1', null, 'list the files'),
    claude.piece('a1', 'u1', 'm1', claude.text('I look')),
    claude.piece('a2', 'a1', 'm1', claude.call('toolu_1')),
    claude.user('u2', 'a2', 'and now?'),
  ],
  neovate: [
    neovate.user('u1', null, 'list the files'),
    neovate.model('a1', 'u1', [neovate.text('I look')]),
    neovate.user('u0', 'a1', 'do it'),
    neovate.model('a2', 'u0', [neovate.call('toolu_1')]),
    neovate.user('u2', 'a2', 'and now?'),
  ],
  openclaw: [
    pi.header(),
    pi.linked('c1', null, 'custom', { customType: 'openclaw:x', data: {} }),
    pi.user('u1', 'c1', 'list the files'),
    pi.answer('a1', 'u1', [pi.text('I look')]),
    pi.answer('a2', 'a1', [pi.call('toolu_1')]),
    pi.user('u2', 'a2', 'and now?'),
  ],
  pi: [
    pi.header(),
    pi.user('u1', null, 'list the files'),
    pi.answer('a1', 'u1', [pi.text('I look')]),
    pi.answer('a2', 'a1', [pi.call('toolu_1')]),
    pi.result('r2', 'a2', 'toolu_1'),
    pi.result('r3', 'r2', 'toolu_1', 'and once more'),
    pi.user('u2', 'r3', 'and now?'),
  ],
}

/** The turns under `keep` and under `drop`; a `+` was made. */
const outcomes: Readonly<Record<string, readonly [keep: string, drop: string]>> = {
  'claude-code': ['u1 a1 a2 + u2', 'u1 a1 u2'],
  neovate: ['u1 a1 u0 a2 + u2', 'u1 a1 u0 u2'],
  openclaw: ['u1 a1 a2 + u2', 'u1 a1 u2'],
  // It answers calls itself; a second result would be sent, and stays as text.
  pi: ['u1 a1 a2 r2 r3 u2', 'u1 a1 a2 r2 u2'],
}

/** Agents whose messages have no ids, and the extensions that they are. */
const extensions: Readonly<Record<string, string>> = {
  cline: 'saoudrizwan.claude-dev',
  kilo: 'kilocode.kilo-code',
  roo: 'rooveterinaryinc.roo-cline',
}

/** Agents whose records have no ids of their own, or that heal all faults: their sessions are opened in `test/stores`. */
const others: readonly string[] = [
  'cline-cli',
  'codex',
  'copilot',
  'gemini',
  'hermes',
  'kimi',
  'opencode',
  'qwen',
]

test('there is a story for each agent', () => {
  const told = [...Object.keys(stories), ...Object.keys(extensions), ...others]
  expect(told.sort()).toEqual([...agents].sort())
})

describe.each(Object.entries(extensions))('a task of %s', (agent, extension) => {
  const records = [
    tasks.task('list the files'),
    tasks.model([tasks.text('I look'), tasks.call('toolu_1')]),
    tasks.model('and now?'),
  ]
  const path = files.write(`${extension}/tasks/17/api_conversation_history.json`, JSON.stringify(records))
  const speakers = (policy: 'keep' | 'drop'): string[] =>
    openSession(path, { policy }).turns.map(({ isMade, speaker }) => (isMade ? '+' : speaker))

  test('is recognised by its place, and mended as one opens it', () => {
    const { id, isSound, leaf, openCalls, raw } = openSession(path)
    expect(openSession(path).agent).toBe(agent)
    expect({ id, isSound, leaf, raw: raw.turns.length }).toEqual({
      id: '17',
      isSound: true,
      leaf: undefined,
      raw: 3,
    })
    expect(openCalls).toMatchObject([{ id: 'toolu_1', record: 'message 2' }])
    expect([speakers('keep'), speakers('drop')]).toEqual([
      ['user', 'model', '+', 'model'],
      ['user', 'model', 'model'],
    ])
  })
})

describe.each(Object.entries(stories))('a session of %s', (agent, records) => {
  const path = files.write(`${agent}.jsonl`, records)
  const ids = (policy: 'keep' | 'drop' | 'report'): (string | undefined)[] =>
    openSession(path, { policy }).turns.map(({ id, isMade }) => (isMade ? '+' : id))

  test('is recognised by its records', () => {
    expect(openSession(path)).toMatchObject({ agent, path, raw: { turns: expect.any(Array) } })
  })

  test('is mended as one opens it, and stays as it is', () => {
    const before = files.trace(path)
    const { found, left, isSound, messages, raw, leaf } = openSession(path)
    expect(found.some(({ severity }) => severity === 'refused')).toBe(true)
    expect(left.filter(({ severity }) => severity === 'refused')).toEqual([])
    expect({ isSound, leaf }).toEqual({ isSound: true, leaf: 'u2' })
    expect(messages).not.toEqual(raw.messages)
    expect(files.trace(path)).toEqual(before)
  })

  test('under `report` it is as the file has it', () => {
    const { turns, raw, isSound, left, found } = openSession(path, { policy: 'report' })
    expect([turns === raw.turns, isSound, left === found]).toEqual([true, false, true])
  })

  test('what it lacks is made under `keep`, and what lacks it goes under `drop`', () => {
    expect([ids('keep'), ids('drop')]).toEqual(outcomes[agent]?.map((each) => each.split(' ')))
  })

  test('can be read as Markdown', () => {
    expect(sessionMarkdown(openSession(path))).toMatch(/## User\n\nlist the files\n\n## Model\n\nI look\n/)
  })
})

test('O12: records without ids tell what was made of them, too', () => {
  const [head, one, , asked, , , last] = stories.pi as pi.Json[]
  const path = files.write('v1.jsonl', pi.inARow([head, one, asked, last] as pi.Json[]))
  const { turns, openCalls } = openSession(path, { api: 'deepseek', agent: 'openclaw' })
  expect(turns.map(({ id, isMade }) => [id, isMade])).toEqual([
    [undefined, false],
    [undefined, false],
    [undefined, true],
    [undefined, false],
  ])
  expect(openCalls).toMatchObject([{ id: 'toolu_1', record: 'line 3' }])
})

test('another API is asked for what it minds', () => {
  const records = [claude.user('u1', null, 'x'), claude.piece('a1', 'u1', 'm1', claude.call('a'.repeat(70)))]
  const path = files.write('long-id.jsonl', [...records, claude.result('r1', 'a1', 'a'.repeat(70))])
  expect(openSession(path, { api: 'anthropic' }).api).toBe('anthropic')
  expect(openSession(path, { api: 'bedrock' }).found.map(({ rule }) => rule)).toContain('illegal-call-id')
})

test('what cannot be mended is told, and does not keep the rest from being mended', () => {
  const records = [
    claude.user('u1', null, 'x'),
    claude.piece('a1', 'u1', 'm1', claude.call('toolu_1')),
    claude.user('u2', 'a1', [7]),
  ]
  const view = openSession(files.write('strange.jsonl', records))
  expect(view.turns.map(({ id, isMade }) => (isMade ? '+' : id))).toEqual(['u1', 'a1', '+', 'u2'])
  expect([view.isSound, view.left.map(({ rule, record }) => [rule, record])]).toEqual([
    false,
    [['unreadable', 'line 4, u2']],
  ])
})

test('what still runs is left alone', () => {
  const path = files.write('live.jsonl', stories['claude-code']?.slice(0, 3) ?? [])
  const { turns, raw, openCalls, isSound } = openSession(path, { tail: 'open' })
  expect([turns === raw.turns, isSound, openCalls.map(({ id }) => id)]).toEqual([true, true, ['toolu_1']])
})

describe('what cannot be opened', () => {
  test.each([
    [
      'a file that is not there',
      join(files.folder, 'gone.jsonl'),
      {},
      'not-found',
      'there is no such file or folder.',
    ],
    ['a folder', files.folder, {}, 'not-a-file', 'is a folder, not a file.'],
    [
      'a file of something else',
      files.write('x.txt', 'hello\n'),
      {},
      'not-a-session',
      'is no session of an agent that is known here.',
    ],
    [
      'an agent that is not known',
      files.write('y.jsonl', ''),
      { agent: 'clippy' },
      'unknown-agent',
      'There is no agent `clippy` here.',
    ],
    [
      'an API that is not known',
      files.write('z.jsonl', []),
      { agent: 'pi', api: 'x' },
      'unknown-api',
      'There is no API `x` here.',
    ],
  ])('%s', (_, path, options, code, words) => {
    expect(() => openSession(path, options)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(words) }),
    )
  })

  test('a failure of the disk is told as one', () => {
    expect(() => openSession(join(files.folder, 'gone.jsonl'))).toThrow(DiskError)
  })
})

test.each([
  ['mortise:session', true],
  ['*', true],
  ['mortise:*', true],
  ['other, mortise:session', true],
  ['other mortise:*', true],
  ['', false],
  ['mortise', false],
  ['mortise:sessions', false],
  ['mortise.session', false],
  ['*,-mortise:session', false],
  ['-mortise:*,mortise:session', false],
])('DEBUG=%s', (list, isAsked) => {
  expect(isAskedFor('mortise:session', list)).toBe(isAsked)
})
