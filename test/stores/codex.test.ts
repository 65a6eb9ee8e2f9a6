import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { codex } from '../../app/src/stores/codex/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import {
  call,
  compacted,
  context,
  event,
  heartbeat,
  type Json,
  meta,
  note,
  output,
  paginated,
  said,
  thread,
  user,
} from './codex-records.ts'
import { broken, everyType, sound } from './codex-samples.ts'
import { conforms, fileOf } from './conforms.ts'
import { openedByCodex, stalledAt } from './loaders/codex.ts'

const path = `/home/me/.codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-${thread}.jsonl`

conforms(codex, [
  ...sound.map(([name, records, found = []]) => ({ name, path, records, found })),
  ...broken.map(([name, records, found]) => ({ name, path, records, found })),
])

const opened = (records: readonly Json[]) => checkRecords(codex, path, fileOf(records)).session

describe('the conversation that Codex goes on with', () => {
  /** The lines that are sent. */
  const sentOf = (records: readonly Json[]): readonly number[] =>
    opened(records).lanes.flatMap(({ turns }) => turns.map((index) => index + 1))

  test.each<[string, readonly Json[], readonly number[]]>([
    ['words', [meta(), ...user('one'), said('assistant', 'two')], [2, 4]],
    ['after a compaction', [meta(), ...user('one'), compacted(), ...user('two')], [5]],
    [
      'after an older compaction',
      [meta(), ...user('one'), note('compacted', { message: 'x' }), ...user('two')],
      [5],
    ],
    [
      'without the last turn',
      [
        meta(),
        ...user('one'),
        said('assistant', 'a'),
        ...user('two'),
        event('thread_rolled_back', { num_turns: 1 }),
      ],
      [2, 4],
    ],
    [
      'before a compaction that was rolled back',
      [
        meta(),
        ...user('one'),
        ...user('two'),
        compacted(),
        event('thread_rolled_back', { num_turns: 1 }),
        ...user('x'),
      ],
      [2, 8],
    ],
    ['of no turn at all', [meta(), ...user('one'), event('thread_rolled_back', { num_turns: 3 })], []],
    ['rolled back by nothing', [meta(), ...user('one'), event('thread_rolled_back', { num_turns: 0 })], [2]],
    ['rolled back by a word', [meta(), ...user('one'), event('thread_rolled_back', { num_turns: 'x' })], [2]],
  ])('%s', (_, records, lines) => {
    expect(sentOf(records)).toEqual(lines)
  })

  test('an id counts once: results whose call is in another file are not judged', () => {
    const base = { thread_id: 't0', end_ordinal_exclusive: 3, end_byte_offset: 9 }
    const records = paginated(
      [meta({ history_base: base }), output('call_0'), call('call_1'), output('call_1')],
      3,
    )
    expect(sentOf(records)).toEqual([3, 4])
  })
})

describe('what a thread says of itself', () => {
  test('the first header counts, and the last folder', () => {
    const other = meta({ id: 't0', cwd: '/other', cli_version: '0.1.0' })
    const { id, folder, version, resume } = opened([meta(), other, context({ cwd: '/w/lib' })])
    expect({ id, folder, version, resume }).toEqual({
      id: thread,
      folder: '/w/lib',
      version: '0.124.0',
      resume: `codex resume ${thread}`,
    })
  })

  test.each<[string, readonly Json[], string | undefined]>([
    ['the first words', [meta(), ...user('list files'), ...user('more')], 'list files'],
    [
      'the words of a completed item',
      [meta(), event('item_completed', { item: userItem('list files') })],
      'list files',
    ],
    [
      'the name that was given',
      [meta(), ...user('x'), event('thread_name_updated', { thread_name: 'Files' })],
      'Files',
    ],
    ['nothing', [meta()], undefined],
  ])('its title: %s', (_, records, title) => {
    expect(opened(records).title).toBe(title)
  })

  test('a subagent is not resumed by hand', () => {
    const source = { subagent: { thread_spawn: { parent_thread_id: 't0' } } }
    expect(opened([meta({ source }), ...user('x')]).resume).toBeUndefined()
  })

  test.each([
    ['openai', 'openai-responses'],
    ['azure', 'openai-responses'],
    ['lab', 'openai-responses'],
    [undefined, 'openai-responses'],
  ])('provider %s: judged as %s', (provider, api) => {
    expect(opened([meta({ model_provider: provider }), ...user('x')]).api).toBe(api)
  })
})

function userItem(text: string): Json {
  return { type: 'UserMessage', id: 'i1', content: [{ type: 'text', text }] }
}

describe('numbers', () => {
  const mended = (records: readonly Json[]): Uint8Array =>
    mendSession(openRecords(codex, path, fileOf(records)), { api: 'openai-responses' }).bytes
  const numbersOf = (bytes: Uint8Array): unknown[] =>
    readRecords(bytes, codex).entries.map(({ value }) => value.ordinal)

  test('a result that is made gets a number, and those behind it another one', () => {
    const records = paginated([meta(), ...user('x'), call('call_1'), ...user('y')])
    const made = mended(records)
    expect(numbersOf(made)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([openedByCodex(made), stalledAt(made)]).toEqual([7, undefined])
  })

  test('a log that goes on from another one keeps its first number', () => {
    const base = { thread_id: 't0', end_ordinal_exclusive: 40, end_byte_offset: 9 }
    const made = mended(
      paginated([meta({ history_base: base }), ...user('x'), call('call_1'), ...user('y')], 40),
    )
    expect(numbersOf(made)).toEqual([40, 41, 42, 43, 44, 45, 46])
  })

  test('the start of a subagent names the same record', () => {
    const records = [meta({ subagent_history_start_ordinal: 4 }), ...user('x'), call('call_1'), ...user('y')]
    const [first] = readRecords(mended(paginated(records)), codex).entries
    expect(first?.value.payload).toMatchObject({ subagent_history_start_ordinal: 5 })
  })

  test('a log without numbers gets none', () => {
    expect(new Set(numbersOf(mended([meta(), ...user('x'), call('call_1'), ...user('y')])))).toEqual(
      new Set([undefined]),
    )
  })

  test('whatever is mended, Codex opens it and shows every turn', () => {
    for (const [name, records] of [...sound, ...broken]) {
      const { bytes, changes } = mendSession(openRecords(codex, path, fileOf(records)))
      expect([name, typeof openedByCodex(bytes)]).not.toEqual([name, 'string'])
      if (changes.length > 0) expect([name, stalledAt(bytes)]).toEqual([name, undefined])
    }
  })

  test('a lost header is made anew, and Codex refuses the file without it', () => {
    const bytes = fileOf(paginated(everyType).slice(1))
    expect(openedByCodex(bytes)).toBe('does not start with session metadata')
    const { found } = checkRecords(codex, path, bytes)
    expect(found.map(({ rule, severity }) => [rule, severity])).toContainEqual(['unreadable', 'refused'])
    const made = mendSession(openRecords(codex, path, bytes))
    expect([made.isSound, openedByCodex(made.bytes)]).toEqual([true, everyType.length])
    expect(checkRecords(codex, path, made.bytes).session.id).toBe(thread)
  })
})

test('a new message is written in the form that Codex reads', () => {
  const records = [meta(), ...user('x'), heartbeat(), said('assistant', 'I see')]
  const { bytes } = mendSession(openRecords(codex, path, fileOf(records)), { api: 'openai-responses' })
  const values = readRecords(bytes, codex).entries.map(({ value }) => value.payload as Json)
  const messages = values.filter(({ type }) => type === 'message')
  expect(messages.map(({ content }) => Array.isArray(content))).toEqual([true, true, true])
  expect(JSON.stringify(messages)).toContain('<heartbeat> all is well')
  expect(values.map(({ type }) => type)).not.toContain('function_call_output')
})

describe('an output that names no call', () => {
  const severities = (records: readonly Json[]) =>
    checkRecords(codex, path, fileOf(records)).found.map(({ rule, severity }) => [rule, severity])
  const limits = event('token_count', { rate_limits: { plan_type: 'plus' } })
  const records = [meta(), ...user('x'), heartbeat(), said('assistant', 'I see')]

  test('is refused by the API, and repaired to words without being asked twice', () => {
    expect(severities(records)).toEqual([['call-id-missing', 'refused']])
    const mended = mendSession(openRecords(codex, path, fileOf(records)))
    expect(mended).toMatchObject({ isSound: true, left: [] })
    expect(Buffer.from(mended.bytes).toString()).toContain('<heartbeat> all is well')
  })

  test('is taken by the service behind a ChatGPT login', () => {
    expect(severities([...records, limits])).toEqual([['call-id-missing', 'advice']])
  })

  test('a result that names a call which is not there is left out by Codex', () => {
    expect(severities([meta(), ...user('x'), output('call_9')])).toEqual([['result-without-call', 'advice']])
  })
})

test('a line whose item has lost its type is no part of the conversation, as Codex skips it', () => {
  const lost = { ...call('call_9'), payload: { call_id: 'call_9' } }
  const records = [meta(), ...user('hello'), lost, call('call_1'), output('call_1'), ...user('and?')]
  const opened = openRecords(codex, path, fileOf(records))
  const { bytes, isSound, left } = mendSession(opened, { api: 'openai-responses', mendsCoped: true })
  expect([isSound, left, Buffer.from(bytes).equals(fileOf(records))]).toEqual([true, [], true])
})
