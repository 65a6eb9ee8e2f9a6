import { deniedBy } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import { textCallsIn, toolTalesIn, withoutStretches } from '../../app/src/stores/clean/text-calls.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import * as claudeRecords from './claude-records.ts'
import { fileOf } from './conforms.ts'
import { answer, claude, compaction, header, type Json, text, thinking, user } from './pi-records.ts'

const exec = deniedBy({ tools: ['exec'] })

const without = (words: string, denied = exec): string => withoutStretches(words, textCallsIn(words, denied))
const untold = (words: string): string => withoutStretches(words, toolTalesIn(words, exec))

const nothing = '(removed: the use of a tool that is denied)'

describe('a call that is written as text goes, and nothing else', () => {
  test.each([
    [
      'a tag',
      'So: <tool_call>{"name": "exec", "arguments": {"command": "ls"}}</tool_call> done',
      'So:  done',
    ],
    ['a tag alone', '<tool_call>\n{"name":"exec","arguments":{}}\n</tool_call>', nothing],
    ['an object', 'I call {"name": "exec", "arguments": {"command": "echo \\"}\\""}} now', 'I call  now'],
    ['its arguments as text', 'x {"name":"exec","arguments":"{}"} y', 'x  y'],
    ['an alias, in capitals', 'x {"name":"Bash","input":{"command":"ls"}} y', 'x  y'],
    ['a block of an API', 'x {"type":"toolCall","id":"c1","name":"exec","arguments":{}} y', 'x  y'],
    ['a function', 'x {"type":"function","function":{"name":"exec","arguments":"{}"}} y', 'x  y'],
    ['in a fence', 'first\n```json\n{"name":"exec","parameters":{}}\n```\nthen', 'first\n\nthen'],
    ['a line in brackets', 'a\n[Tool: exec ls -l]\nb', 'a\n\nb'],
    ['a named tag', 'a <invoke name="exec"><parameter name="command">ls</parameter></invoke> b', 'a  b'],
    ['another named tag', 'a <function=exec>{"command":"ls"}</function> b', 'a  b'],
    ['two of them', '{"name":"exec","arguments":{}}, {"name":"exec","arguments":{"a":1}}', ', '],
  ])('%s', (_, words, left) => {
    expect(without(words)).toBe(left)
  })

  test.each([
    ['another tool', '<tool_call>{"name":"read","arguments":{}}</tool_call>'],
    ['a sentence about the tool', 'I would call exec with ls, but it is denied.'],
    ['a sentence with its name in backticks', 'The `exec` tool runs commands.'],
    ['an object with foreign members', '{"name":"exec","arguments":{},"price":3}'],
    ['an object without arguments', '{"name":"exec","type":"person"}'],
    ['an object that is not closed', '{"name":"exec","arguments":{"command":"ls"'],
    ['a tag that is not closed', '<tool_call>{"name":"exec","arguments":{}}'.replace('}}', '}')],
    ['a package', '{"name":"exec","version":"1.0.0"}'],
    ['no JSON at all', "{name: 'exec', arguments: {}}"],
    ['another bracket', '[Tools: exec, read]'],
    ['a title', '[Tool chest]'],
  ])('%s stays', (_, words) => {
    expect(without(words)).toBe(words)
  })

  test('a text of any length is read in a moment', () => {
    const words = '{"name":"exec","arguments":{'.repeat(20_000)
    const start = performance.now()
    expect(without(words.slice(0, 200_000))).toBe(words.slice(0, 200_000))
    expect(performance.now() - start).toBeLessThan(60_000)
  })
})

describe('a summary loses the sentences that tell of the use of a denied tool', () => {
  test.each([
    [
      'a sentence',
      'The user wants a list. I called the exec tool with ls. It has three files.',
      'The user wants a list. It has three files.',
    ],
    [
      'an item of a list',
      'Done so far:\n- used `exec` to run the tests\n- wrote the docs\n',
      'Done so far:\n- wrote the docs\n',
    ],
    ['a call in so many words', 'Tool call: exec ls. Then we talked.', 'Then we talked.'],
    ['nothing else', 'I ran `exec`.', nothing],
  ])('%s', (_, words, left) => {
    expect(untold(words)).toBe(left)
  })

  test.each([
    'We executed the plan.',
    'The tests were run with read tools.',
    'The exec is the boss.',
    'I used the read tool.',
  ])('%s', (words) => {
    expect(untold(words)).toBe(words)
  })
})

describe('in sessions', () => {
  const written = '<tool_call>{"name":"exec","arguments":{"command":"ls"}}</tool_call>'
  const talk: readonly Json[] = [
    header(),
    user('u1', null, `as I said: ${written}`),
    answer('a1', 'u1', [text(`I look. ${written}`)]),
    compaction('k1', 'a1', 'a1'),
    user('u2', 'k1', 'and now?'),
    answer('a2', 'u2', [text('well')]),
  ].map((record) =>
    'summary' in record ? { ...record, summary: 'We used the exec tool. It is late.' } : record,
  )

  const cleaned = (store: Store, records: readonly Json[], withWritten: boolean) =>
    cleanSession(openRecords(store, '/s.jsonl', fileOf(records)), { deny: { tools: ['*'] }, withWritten })

  test('they are counted, and stay unless it is asked for', () => {
    const made = cleaned(openclaw, talk, false)
    expect([made.written(), made.unwritten, made.changes]).toEqual([
      { calls: 1, summaries: 1 },
      { calls: 0, summaries: 0 },
      [],
    ])
    expect(made.bytes).toEqual(fileOf(talk))
  })

  test('asked for, they go: the words of the user and every other byte stay', () => {
    const made = cleaned(openclaw, talk, true)
    expect([made.unwritten, made.isClean, made.isSound]).toEqual([{ calls: 1, summaries: 1 }, true, true])
    const lines = Buffer.from(made.bytes).toString().trimEnd().split('\n')
    const before = Buffer.from(fileOf(talk)).toString().trimEnd().split('\n')
    expect(lines.map((line, index) => line === before[index])).toEqual([true, true, false, false, true, true])
    expect(JSON.parse(lines[2] ?? '').message.content).toEqual([text('I look. ')])
    expect(JSON.parse(lines[3] ?? '').summary).toBe('It is late.')
  })

  test('text before reasoning that is bound to it stays', () => {
    const bound = { maker: [claude[0], claude[1], 'claude-opus-5-5'] as const }
    const records = [
      header(),
      user('u1', null, 'hm'),
      answer('a1', 'u1', [text(`one ${written}`)], bound),
      user('u2', 'a1', 'and?'),
      answer('a2', 'u2', [thinking('deep'), text(`two ${written}`)], bound),
      user('u3', 'a2', 'and?'),
      answer('a3', 'u3', [text(`three ${written}`)], bound),
    ]
    const made = cleaned(openclaw, records, true)
    expect(made.unwritten).toEqual({ calls: 1, summaries: 0 })
    expect(
      Buffer.from(made.bytes)
        .toString()
        .match(/tool_call>\{/g),
    ).toHaveLength(2)
  })

  test('of Claude Code too', () => {
    const { user: says, piece } = claudeRecords
    const records = [
      says('u1', null, 'I used the exec tool. Go on.', { isCompactSummary: true }),
      piece('a1', 'u1', 'm1', claudeRecords.text(written)),
    ]
    const made = cleaned(claudeCode, records, true)
    expect(made.unwritten).toEqual({ calls: 1, summaries: 1 })
    const text = Buffer.from(made.bytes).toString()
    expect([text.includes('"content":"Go on."'), text.includes(nothing)]).toEqual([true, true])
  })
})
