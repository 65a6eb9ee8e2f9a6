import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import {
  answer,
  call,
  claude,
  compaction,
  header,
  inARow,
  type Json,
  linked,
  mirror,
  result,
  text,
  thinking,
  user,
} from './pi-records.ts'

const path = '/home/me/.pi/agent/sessions/--w-app--/2026_a562.jsonl'

const start = [
  header(),
  linked('m1', null, 'model_change', { provider: 'deepseek', modelId: 'deepseek-chat' }),
  user('u1', 'm1', 'list the files'),
]

const sound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ['words alone', [...start, answer('a1', 'u1', [text('none are there')])]],
  [
    'parallel calls, results in another order',
    [
      ...start,
      answer('a1', 'u1', [thinking('hm, two'), text('I look at both'), call('c1'), call('c2')]),
      result('r2', 'a1', 'c2'),
      result('r1', 'r2', 'c1'),
      answer('a2', 'r1', [text('both are fine')]),
    ],
  ],
  [
    'other names for calls, results and their arguments',
    [
      ...start,
      ...['toolUseId', 'tool_call_id', 'tool_use_id', 'callId', 'call_id'].flatMap((member, index) => {
        const types = ['toolUse', 'functionCall', 'tool_call', 'tool_use', 'function_call']
        const called = { type: types[index], id: `c${index}`, name: 'exec', input: { command: 'ls -l' } }
        const { message, ...record } = result(`r${index}`, `a${index}`, '')
        const { toolCallId: _, ...held } = message as Json
        return [
          answer(`a${index}`, index === 0 ? 'u1' : `r${index - 1}`, [called]),
          { ...record, message: { ...held, [member]: `c${index}` } },
        ]
      }),
    ],
  ],
  [
    'all types of records and roles',
    [
      ...start,
      linked('t1', 'u1', 'thinking_level_change', { thinkingLevel: 'low' }),
      answer('a1', 't1', [call('c1')]),
      linked('x1', 'a1', 'custom', { customType: 'state', data: { error: 'aborted' } }),
      result('r1', 'x1', 'c1'),
      linked('x2', 'r1', 'custom_message', { customType: 'ext', content: 'in the context', display: false }),
      linked('x3', 'x2', 'message', {
        message: { role: 'bashExecution', command: 'ls', output: 'a b', exitCode: 0 },
      }),
      linked('x4', 'x3', 'message', {
        message: { role: 'hookMessage', customType: 'h', content: 'a hook spoke' },
      }),
      linked('x5', 'x4', 'branch_summary', { fromId: 'r1', summary: 'another way was tried' }),
      linked('l1', 'x5', 'label', { targetId: 'u1', label: 'here it began' }),
      linked('n1', 'l1', 'session_info', { name: 'the files of it' }),
      linked('z1', 'n1', 'later-invention', { held: { by: 'nobody yet' } }),
    ],
  ],
  [
    'another branch holds an open call',
    [
      ...start,
      answer('a1', 'u1', [text('which of them?')]),
      user('u2', 'a1', 'all of them'),
      answer('a2', 'u2', [call('c1')]),
      user('u3', 'a1', 'none of them'),
      answer('a3', 'u3', [text('as you like it')]),
    ],
  ],
  [
    'compacted: summary, what is kept, and the rest',
    [
      ...start,
      answer('a1', 'u1', [call('c0')]),
      user('u2', 'a1', 'and again please'),
      answer('a2', 'u2', [call('c1')]),
      compaction('k1', 'a2', 'u2'),
      result('r1', 'k1', 'c1'),
      answer('a3', 'r1', [text('done with it')]),
    ],
  ],
  [
    'aborted and failed answers are not sent',
    [
      ...start,
      answer('a1', 'u1', [text('let me see'), call('c1')], { stopReason: 'aborted' }),
      user('u2', 'a1', 'go on with it'),
      answer('a2', 'u2', [call('c2', 'exec', { arguments: {}, partialJson: '{"command":"l' })], {
        stopReason: 'error',
        errorMessage: 'Unterminated string in JSON',
      }),
      user('u3', 'a2', 'go on with it'),
    ],
  ],
  [
    'a command that was not to be seen stands between',
    [
      ...start,
      answer('a1', 'u1', [call('c1')]),
      linked('x1', 'a1', 'message', {
        message: { role: 'bashExecution', command: 'ls', output: 'x', excludeFromContext: true },
      }),
      result('r1', 'x1', 'c1'),
    ],
  ],
  ['nothing but a header', [header()]],
]

const broken: readonly Omit<Sample, 'path'>[] = [
  {
    name: 'a result without a call',
    records: [
      ...start,
      answer('a1', 'u1', [text('well then')]),
      result('r1', 'a1', 'c9'),
      user('u2', 'r1', 'go on with it'),
    ],
    found: [['result-without-call', 5]],
  },
  {
    name: 'a result twice, told apart',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'c1'),
      result('r2', 'r1', 'c1', 'd e f'),
      answer('a2', 'r2', [text('done with it')]),
    ],
    found: [['duplicate-result', 6]],
  },
  {
    name: 'a result after what the user said',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1')]),
      user('u2', 'a1', 'are you there?'),
      result('r1', 'u2', 'c1'),
      answer('a2', 'r1', [text('done with it')]),
      linked('l1', 'a2', 'label', { targetId: 'r1', label: 'the result' }),
    ],
    found: [['result-out-of-place', 6]],
  },
  {
    name: 'O9: the result of an aborted answer',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1')], { stopReason: 'aborted' }),
      result('r1', 'a1', 'c1'),
      user('u2', 'r1', 'go on with it'),
    ],
    found: [['result-without-call', 5]],
  },
  {
    name: 'O10: results with an empty id, with an unknown one',
    records: [
      ...start,
      answer('a1', 'u1', [text('well then')], { stopReason: 'toolUse' }),
      result('r1', 'a1', ''),
      user('u2', 'r1', 'go on with it'),
      answer('a2', 'u2', [call('c1'), call('c2')]),
      result('r2', 'a2', 'c1'),
      result('r3', 'r2', 'c2'),
      result('r4', 'r3', 'c7', 'g h i'),
    ],
    found: [
      ['result-without-call', 5],
      ['result-without-call', 10],
    ],
  },
  {
    name: 'O11: a compaction that cuts a result from its call',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1'), call('c2')]),
      result('r1', 'a1', 'c1'),
      result('r2', 'r1', 'c2', 'd e f'),
      compaction('k1', 'r2', 'r2'),
      user('u2', 'k1', 'go on with it'),
    ],
    found: [['result-without-call', 6]],
  },
  {
    name: 'O12: version 1, a result that was moved, and a compaction',
    records: inARow([
      ...start,
      answer('a1', 'u1', [call('c1')]),
      user('u2', 'a1', 'are you there?'),
      result('r1', 'u2', 'c1'),
      {
        ...linked('k1', 'r1', 'compaction'),
        summary: 'what was done',
        firstKeptEntryIndex: 3,
        tokensBefore: 1,
      },
      user('u3', 'k1', 'go on with it'),
    ]),
    found: [['result-out-of-place', 6]],
  },
  {
    name: 'O12: version 2',
    records: [header({ version: 2 }), user('u1', 'x', 'hello to you'), result('r1', 'u1', 'c1')],
    found: [
      ['parent-missing', 2],
      ['result-without-call', 3],
    ],
  },
]

conforms(pi, [
  ...sound.map(([name, records]): Sample => ({ name, path, records, found: [] })),
  ...broken.map((sample) => ({ ...sample, path })),
])

function mend(records: readonly Json[], options?: MendOptions) {
  const mended = mendSession(openRecords(pi, path, fileOf(records)), options)
  const { entries } = readRecords(mended.bytes, pi)
  const { lanes } = pi.open(entries, path)
  const sent = lanes[0]?.turns.map((index) => entries[index]?.value as Json) ?? []
  return { ...mended, entries, sent, values: entries.map(({ value }) => value) }
}

const rolesOf = (sent: readonly Json[]): unknown[] =>
  sent.map(({ type, message }) => (message as Json | undefined)?.role ?? type)

describe('pi', () => {
  test('an open call is answered by pi itself: advice, and left alone', () => {
    const records = [...start, answer('a1', 'u1', [call('c1')]), user('u2', 'a1', 'go on with it')]
    const { found } = checkRecords(pi, path, fileOf(records))
    expect(found).toMatchObject([{ rule: 'call-without-result', severity: 'advice', record: 'line 4, a1' }])
    expect(mend(records)).toMatchObject({ changes: [], isSound: true })
  })

  test('O9: under `drop` the results of an aborted answer go and children are hung anew; none is made up', () => {
    const { sent, values, left } = mend(broken[3]?.records as Json[], { policy: 'drop' })
    expect(rolesOf(sent)).toEqual(['user', 'user'])
    expect(values.map(({ id, parentId }) => [id, parentId]).slice(2)).toEqual([
      ['u1', 'm1'],
      ['a1', 'u1'],
      ['u2', 'a1'],
    ])
    expect(left).toEqual([])
  })

  test('O9: under `keep` they stay as text, in their place', () => {
    const { sent } = mend(broken[3]?.records as Json[])
    expect(sent[1]).toMatchObject({
      id: 'r1',
      parentId: 'a1',
      message: {
        role: 'user',
        content: [text('[tool result kept as text: exec c1]\na b c')],
        timestamp: 1,
      },
    })
  })

  test('O10: a call without arguments gets some where the API wants them', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [{ type: 'toolCall', id: 'c1', name: 'exec' }], { maker: claude }),
      result('r1', 'a1', 'c1'),
    ]
    const mended = mend(records)
    expect(mended.before.found).toMatchObject([{ rule: 'arguments-not-object', severity: 'refused' }])
    expect(mended.sent[1]).toMatchObject({ message: { content: [{ arguments: {} }] } })
  })

  test.each([['keep'], ['drop'], ['drop-turn']] as const)(
    'O11: under `%s` the cut moves to the answer, nothing else changes',
    (policy) => {
      const { sent, changes, values } = mend(broken[5]?.records as Json[], { policy })
      expect(changes).toEqual([{ do: 'relink', record: 'line 7, k1', why: ['result-without-call'] }])
      expect(values[6]?.firstKeptEntryId).toBe('a1')
      expect(rolesOf(sent)).toEqual(['compaction', 'assistant', 'toolResult', 'toolResult', 'user'])
    },
  )

  test('O11: where the call is nowhere, the cut moves on to what is kept', () => {
    const records = [
      ...start,
      result('r1', 'u1', 'c9'),
      answer('a1', 'r1', [text('well then')]),
      compaction('k1', 'a1', 'r1'),
      user('u2', 'k1', 'go on with it'),
    ]
    const { sent, values, isSound } = mend(records, { policy: 'drop' })
    expect(isSound).toBe(true)
    expect(values.find(({ id }) => id === 'k1')?.firstKeptEntryId).toBe('a1')
    expect(rolesOf(sent)).toEqual(['compaction', 'assistant', 'user'])
  })

  test('O11: under `keep` it stays where it is, as text', () => {
    const records = [
      ...start,
      result('r1', 'u1', 'c9'),
      compaction('k1', 'r1', 'r1'),
      user('u2', 'k1', 'go on with it'),
    ]
    const { sent, values, isSound } = mend(records)
    expect(isSound).toBe(true)
    expect(values.find(({ id }) => id === 'k1')?.firstKeptEntryId).toBe('r1')
    expect(rolesOf(sent)).toEqual(['compaction', 'user', 'user'])
  })

  const well = (id: string, parent: string) => answer(id, parent, [text('well then')])

  test.each<readonly [name: string, records: readonly Json[], start: string, sent: readonly string[]]>([
    [
      'is moved to the last turn of the user before it',
      [
        ...start,
        well('a1', 'u1'),
        user('u2', 'a1', 'and then?'),
        well('a2', 'u2'),
        compaction('k1', 'a2', 'gone'),
        user('u3', 'k1', 'go on'),
      ],
      'u2',
      ['compaction', 'user', 'assistant', 'user'],
    ],
    [
      'is moved to the record that followed the lost one',
      [
        ...start,
        user('u2', 'gone', 'and then?'),
        well('a2', 'u2'),
        user('u3', 'a2', 'more'),
        compaction('k1', 'u3', 'gone'),
      ],
      'u2',
      ['compaction', 'user', 'assistant', 'user'],
    ],
  ])('a cut whose first record is gone %s', (_, records, start, sent) => {
    const mended = mend(records)
    // The API takes what is sent: only turns are missing from it.
    expect(mended.before.found).toContainEqual(
      expect.objectContaining({ rule: 'compaction-start-missing', severity: 'advice' }),
    )
    expect(mended.changes).toMatchObject([{ do: 'relink', why: ['compaction-start-missing'] }])
    expect(mended.values.find(({ id }) => id === 'k1')?.firstKeptEntryId).toBe(start)
    expect(rolesOf(mended.sent)).toEqual(sent)
    expect(mended.isSound).toBe(true)
    expect(mend(mended.values).changes).toEqual([])
  })

  test.each<readonly [name: string, records: readonly Json[]]>([
    ['there is no turn before it', [header(), compaction('k1', 'none', 'gone'), user('u1', 'k1', 'go on')]],
    ['it names itself', [...start, compaction('k1', 'u1', 'k1'), user('u2', 'k1', 'go on')]],
    ['it names none', [...start, compaction('k1', 'u1', ''), user('u2', 'k1', 'go on')]],
    ['it names a record of another branch', [...start, well('a1', 'u1'), compaction('k1', 'u1', 'a1')]],
    [
      'a later one names its own',
      [...start, compaction('k1', 'u1', 'gone'), user('u2', 'k1', 'go on'), compaction('k2', 'u2', 'u2')],
    ],
  ])('a cut is left alone where %s', (_, records) => {
    const rules = mend(records).before.found.map(({ rule }) => rule)
    expect(rules).not.toContain('compaction-start-missing')
    expect(mend(records).changes).toEqual([])
  })

  test('in version 1, a cut that names a position behind the end is moved to one that is there', () => {
    const bare = ({ id: _, parentId: __, ...rest }: Json): Json => rest
    const records = [...start, well('a1', 'u1'), compaction('k1', 'a1', ''), user('u2', 'k1', 'go on')].map(
      bare,
    )
    const cut = records.map((record) => {
      const { firstKeptEntryId: _, ...rest } = record
      return record.type === 'compaction' ? { ...rest, firstKeptEntryIndex: 90 } : record
    })
    expect(mend(cut).values.find(({ type }) => type === 'compaction')).toMatchObject({
      firstKeptEntryIndex: 2,
    })
  })

  test.each([
    [1, inARow],
    [2, (records: readonly Json[]) => [...records]],
    [3, (records: readonly Json[]) => [...records]],
  ])(
    'O12: in a file of version %d, records of a type that nobody knows keep their bytes',
    (version, written) => {
      const records = written([
        header(version === 1 ? {} : { version }),
        user('u1', null, 'hello to you'),
        answer('a1', 'u1', [call('c1')]),
        result('r1', 'a1', 'c1'),
        result('r2', 'r1', 'c1', 'and once more'),
        user('u2', 'r2', 'go on with it'),
      ])
      const odd = (number: number): string =>
        `{ "type" : "later-invention","n":${number}.50E+2, "text":"\\u00e9\\/" }`
      const lines = records.flatMap((record, number) => [JSON.stringify(record), odd(number)]).slice(0, -1)
      const { bytes, isSound, changes } = mendSession(openRecords(pi, path, Buffer.from(lines.join('\n'))))
      const made = Buffer.from(bytes).toString().split('\n')
      expect([isSound, changes.length > 0]).toEqual([true, true])
      expect(made.filter((line) => line.includes('later'))).toEqual(
        lines.filter((line) => line.includes('later')),
      )
    },
  )

  test('O12: in version 1 a position still names the same record', () => {
    const { values, sent } = mend(broken[6]?.records as Json[])
    expect(rolesOf(values)).toEqual([
      'session',
      'model_change',
      'user',
      'assistant',
      'toolResult',
      'user',
      'compaction',
      'user',
    ])
    expect(values[6]?.firstKeptEntryIndex).toBe(3)
    expect(rolesOf(sent)).toEqual(['compaction', 'assistant', 'toolResult', 'user', 'user'])
  })

  test('O12: in version 1 a position moves on when a record before it goes', () => {
    const records = inARow([
      ...start,
      answer('a1', 'u1', [text('well then')]),
      {
        ...linked('k1', 'a1', 'compaction'),
        summary: 'what was done',
        firstKeptEntryIndex: 3,
        tokensBefore: 1,
      },
      result('r1', 'k1', 'c9'),
      {
        ...linked('k2', 'r1', 'compaction'),
        summary: 'what was done',
        firstKeptEntryIndex: 3,
        tokensBefore: 1,
      },
    ])
    const { values } = mend(records, { policy: 'drop' })
    expect(values).toHaveLength(6)
    expect(values.at(-1)?.firstKeptEntryIndex).toBe(3)
  })

  test('a result with the id of no call is refused, though pi answers open calls itself', () => {
    const records = [
      ...start,
      answer('a1', 'u1', [call('c1')]),
      result('r1', 'a1', 'another'),
      user('u2', 'r1', 'go on with it'),
    ]
    const { before, isSound } = mend(records)
    expect(before.found).toMatchObject([
      { rule: 'result-without-call', severity: 'refused', confidence: 'low' },
    ])
    expect(isSound).toBe(true)
  })

  test('a parent that is missing ends the conversation, and is reported', () => {
    const records = [...start, user('u2', 'gone', 'and what now?'), answer('a1', 'u2', [text('well then')])]
    const { before, sent } = mend(records)
    expect(before.found).toMatchObject([{ rule: 'history-cut', severity: 'advice', record: 'line 4, u2' }])
    expect(sent.map(({ id }) => id)).toEqual(['u2', 'a1'])
  })

  test('a file without a header at its head counts as empty', () => {
    expect(checkRecords(pi, path, fileOf([...start].reverse())).session.lanes).toEqual([])
  })

  test('a new record looks like those beside it', () => {
    const records = [...start, answer('a1', 'u1', [call('c1')]), user('u2', 'a1', 'go on with it')]
    const api = { rows: { 'call-without-result': 'answer' }, preset: 'keep' } as const
    const { values, isSound } = mend(records, { policy: api })
    expect(isSound).toBe(true)
    const [made] = values.filter(({ message }) => (message as Json | undefined)?.role === 'toolResult')
    expect(made).toEqual({
      type: 'message',
      id: expect.stringMatching(/^[\da-f]{8}$/),
      parentId: 'a1',
      timestamp: records[3]?.timestamp,
      message: {
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'exec',
        content: [text('[no result was recorded; the tool may or may not have run: check before repeating]')],
        isError: true,
        timestamp: 1,
      },
    })
  })

  test('what is known of a session', () => {
    const { session } = checkRecords(pi, path, fileOf(sound[3]?.[1] as Json[]))
    expect(session).toMatchObject({
      id: 'a562eea8-0000-4000-8000-000000000000',
      title: 'the files of it',
      folder: '/w/app',
      api: 'deepseek',
      readOnly: undefined,
      resume: `pi --session ${path}`,
    })
  })

  test.each([
    ['anthropic-messages', 'anthropic', 'anthropic'],
    ['openai-completions', 'openai', 'openai'],
    ['openai-completions', 'deepseek', 'deepseek'],
    ['openai-responses', 'openai', 'openai-responses'],
    ['openai-codex-responses', 'openai-codex', 'openai-responses'],
    ['google-generative-ai', 'google', 'gemini'],
    ['bedrock-converse-stream', 'amazon-bedrock', 'bedrock'],
    ['of-tomorrow', 'somebody', 'anthropic'],
  ])('an answer by way of %s of %s is for %s', (api, provider, name) => {
    const records = [
      header(),
      user('u1', null, 'hello to you'),
      answer('a1', 'u1', [text('hello')], { maker: [api, provider, 'm'] }),
    ]
    expect(checkRecords(pi, path, fileOf([...records, mirror('a2', 'a1', 'hello')])).session.api).toBe(name)
  })

  test('every API can be asked', () => {
    const records = broken[1]?.records as Json[]
    for (const api of ['anthropic', 'openai', 'openai-responses', 'gemini', 'bedrock', 'mistral', 'ollama'])
      expect(mend(records, { api }), api).toMatchObject({ isSound: true })
  })

  test('a newer version is only read', () => {
    const bytes = fileOf([header({ version: 4 }), user('u1', null, 'hello to you'), result('r1', 'u1', 'c1')])
    const mended = mendSession(openRecords(pi, path, bytes))
    expect(mended.before.session.readOnly).toBe(
      'It is a session of version 4 of pi, which is newer than what is known here (3).',
    )
    expect(mended).toMatchObject({ isSound: false, changes: [] })
    expect(mended.bytes).toBe(bytes)
  })

  test.each([
    ['--w-app--/2026-05-01_a562.jsonl', true],
    ['--w-app--/notes.md', false],
    ['a562.jsonl', false],
  ])('what is a session: %s', (file, isSession) => {
    const [place] = pi.places({ folder: '/home/me', environment: {}, platform: 'linux' })
    expect(place?.folder).toBe('/home/me/.pi/agent/sessions')
    expect(place?.isSession(file)).toBe(isSession)
  })
})
