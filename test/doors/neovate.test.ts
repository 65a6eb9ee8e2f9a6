import { describe, expect, test } from 'vitest'
import {
  type OpenOptions,
  openSession,
  type SessionView,
  sessionMarkdown,
} from '../../app/src/doors/sessions.ts'
import {
  call,
  config,
  type Json,
  legacyResult,
  model,
  result,
  text,
  title,
  tool,
  user,
} from '../stores/neovate-records.ts'
import { broken, sound, start } from '../stores/neovate-samples.ts'
import { sessionFiles } from './files.ts'

const files = sessionFiles()

const samples = new Map([...sound, ...broken].map(([name, records]) => [name, records]))

function opened(sample: string | readonly Json[], options: OpenOptions = {}): SessionView {
  const records = typeof sample === 'string' ? samples.get(sample) : sample
  if (records === undefined) throw new Error(`There is no sample ${sample}.`)
  const path = files.write('1a2b3c4d.jsonl', records)
  const before = files.trace(path)
  const view = openSession(path, options)
  expect(files.trace(path), 'the file is as it was').toEqual(before)
  return view
}

/** The ids of the turns; those that were made are `+`. */
const idsOf = ({ turns }: Pick<SessionView, 'turns'>): string =>
  turns.map(({ id, isMade }) => (isMade ? '+' : id)).join(' ')

const crash = 'N2: the call that was open when it crashed'

describe('a Neovate session, opened', () => {
  test.each([
    ['keep', '1 2 3 4 +', [], '4'],
    ['drop', '1 2 3', ['line 4, 4'], '3'],
    ['drop-turn', '1 2 3', ['line 4, 4'], '3'],
    ['report', '1 2 3 4', [], '4'],
  ] as const)('N2: the reference example under `%s`', (policy, ids, leftOut, leaf) => {
    const view = opened(crash, { policy })
    expect(idsOf(view)).toBe(ids)
    expect(view.leftOut.map(({ record }) => record)).toEqual(leftOut)
    expect(view.leaf).toBe(leaf)
    expect(view.isSound).toBe(policy !== 'report')
    expect(view.found.map(({ rule, record }) => [rule, record])).toEqual([
      ['call-without-result', 'line 4, 4'],
    ])
  })

  test.each(['keep', 'drop', 'drop-turn'] as const)(
    'N2: under `%s` a later cancel still sees the call',
    (policy) => {
      const { openCalls, raw } = opened(crash, { policy })
      expect(openCalls).toEqual([
        { id: 'toolu_002', name: 'write', at: [3, 'content', 0], record: 'line 4, 4' },
      ])
      expect(idsOf(raw)).toBe('1 2 3 4')
    },
  )

  test('N2: messages and records are as the agent has them', () => {
    const { turns, messages } = opened(crash, { policy: 'drop' })
    const records = samples.get(crash)?.slice(0, 3) ?? []
    expect(turns.map(({ record }) => record)).toEqual(records)
    expect(messages).toEqual(records.map(({ role, content }) => ({ role, content })))
    expect(turns.map(({ speaker }) => speaker)).toEqual(['user', 'model', 'tool'])
  })

  test.each(sound.filter(([name]) => name.startsWith('N3')).map(([name]) => name))(
    'nothing to do: %s',
    (name) => {
      const { turns, messages, raw, leftOut, openCalls, found, isSound } = opened(name)
      expect([turns === raw.turns, messages === raw.messages, isSound]).toEqual([true, true, true])
      expect({ leftOut, openCalls, found }).toEqual({ leftOut: [], openCalls: [], found: [] })
    },
  )

  test('N3: an empty file, of which nothing but its agent is known', () => {
    const path = files.write('empty.jsonl', '')
    const before = files.trace(path)
    expect(openSession(path, { agent: 'neovate' })).toMatchObject({
      id: 'empty',
      turns: [],
      messages: [],
      found: [],
    })
    expect(files.trace(path)).toEqual(before)
  })

  const partial = 'N4: one of two answered'

  test('N4: text and the answered call stay, the other is answered honestly, no result is an orphan', () => {
    const view = opened(partial)
    expect(idsOf(view)).toBe('1 2 3 4')
    const [, asked, answered] = view.messages as readonly { readonly content: readonly Json[] }[]
    expect(asked?.content.map(({ type, id }) => id ?? type)).toEqual(['text', 'toolu_001', 'toolu_002'])
    expect(answered?.content.map(({ toolCallId }) => toolCallId)).toEqual(['toolu_001', 'toolu_002'])
    expect(answered?.content[1]).toMatchObject({ result: { isError: true } })
  })

  test('N4: as Neovate does it, the whole turn goes, but with its results', () => {
    const view = opened(partial, { policy: 'drop-turn' })
    expect(idsOf(view)).toBe('1 4')
    expect(view.leftOut.map(({ record }) => record)).toEqual(['line 3, 2', 'line 4, 3'])
  })

  test('N5: results that cancelling hung beside each other are one batch, and wait for nothing', () => {
    const view = opened('N5: three cancelled beside each other')
    expect(idsOf(view)).toBe('1 2 3 4 5')
    expect(view.turns.map(({ record }) => record.parentUuid)).toEqual([null, '1', '2', '3', '4'])
    expect([view.openCalls, view.leftOut]).toEqual([[], []])
  })

  const said = [...start, model('2', '1', [text('there it is')]), user('3', '2', 'and?')].map((record) =>
    JSON.stringify(record),
  )

  test.each([
    ['its last line', [...said, '{"parentUuid":"3","uu'], 5, '1 2 3'],
    ['a line in the middle', said.with(2, '{"parentUuid":"1","uuid":"2"'), 3, '1 3'],
  ])('N6: torn in %s, it opens, and the line is named', (_, lines, line, ids) => {
    const view = openSession(files.write('torn.jsonl', lines.join('\n')))
    expect(idsOf(view)).toBe(ids)
    expect(view.leftOut).toEqual([{ record: `line ${line}`, why: ['unreadable'] }])
    expect(view.found.map(({ rule, record }) => [rule, record])).toContainEqual([
      'unreadable',
      `line ${line}`,
    ])
  })

  test('N7: results as older versions wrote them are results', () => {
    const records = [
      ...start,
      model('2', '1', [call('toolu_001')]),
      user('3', '2', [legacyResult('toolu_001')]),
    ]
    const view = opened([...records, model('4', '3', [text('nothing in it')])])
    expect(idsOf(view)).toBe('1 2 3 4')
    expect(view.turns.map(({ speaker }) => speaker)).toEqual(['user', 'model', 'tool', 'model'])
    expect([view.found, view.openCalls]).toEqual([[], []])
  })

  test.each([
    ['N8: a branch that was left', '1 2 5 6', []],
    ['N8: a parent that is missing', '1 2 +', ['parent-missing', 'call-without-result']],
    ['N8: a ring of parents', '1 2', ['parent-cycle']],
  ])('%s', (name, ids, rules) => {
    const view = opened(name)
    expect(idsOf(view)).toBe(ids)
    expect(view.found.map(({ rule }) => rule)).toEqual(rules)
  })

  test('N9: notes at the end of the file do not change what the next message hangs on', () => {
    const records = [...start, model('2', '1', [text('there it is')])]
    expect(opened([...records, title('Auth refactor')]).leaf).toBe('2')
    expect(opened('N9: open, with notes behind it').leaf).toBe('2')
    expect(opened('N9: open, with notes behind it', { policy: 'drop' }).leaf).toBe('1')
  })

  test('N10: of a compacted session the last tree is the conversation', () => {
    expect(idsOf(opened('N10: compacted'))).toBe('3 4')
  })

  test('N10: as Markdown, the mended conversation under the last title', () => {
    const records = [
      config({ summary: 'What it is about' }),
      user('1', null, [text('read ``` a.ts')]),
      model('2', '1', [text('I read it'), call('toolu_001')]),
      title('First'),
      title('Auth\nrefactor'),
    ]
    expect(sessionMarkdown(opened(records))).toBe(`# Auth refactor

Session \`1a2b3c4d\` of Neovate.

## User

read \`\`\` a.ts

## Model

I read it

Calls **read** (\`toolu_001\`):

\`\`\`
{"file_path":"a.ts"}
\`\`\`

## Tool

Result of \`toolu_001\`:

\`\`\`
[no result was recorded; the tool may or may not have run: check before repeating]
\`\`\`
`)
    expect(sessionMarkdown(opened(records.slice(0, 3)))).toMatch(/^# What it is about\n/)
    expect(sessionMarkdown(opened(records.slice(1, 3)))).toMatch(/^# Session 1a2b3c4d\n/)
  })

  test('N10: a fence is longer than any in what it holds', () => {
    const records = [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [result('toolu_001', 'so:\n````\nx\n````')]),
    ]
    expect(sessionMarkdown(opened(records))).toContain('`````\nso:\n````\nx\n````\n`````\n')
  })

  test('N11: where a copy was taken from is in its records', () => {
    const { turns } = opened('N11: a copy of another session')
    expect(turns.map(({ record }) => record.forkedFrom)).toEqual([
      { sessionId: '9f9f9f9f', messageUuid: '1' },
      { sessionId: '9f9f9f9f', messageUuid: '2' },
    ])
  })
})
