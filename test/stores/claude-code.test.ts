import { describe, expect, test } from 'vitest'
import { checkRecords, checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import {
  aside,
  attachment,
  call,
  type Json,
  piece,
  progress,
  result,
  snapshot,
  summary,
  system,
  text,
  thinking,
  user,
} from './claude-records.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'

const path = '/home/me/.claude/projects/-w-app/s1.jsonl'

const start = [user('u1', null, 'list the files')]

const withBlocks = (record: Json, ...content: readonly Json[]): Json => ({
  ...record,
  message: { ...(record.message as Json), content },
})

const sound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ['words alone', [...start, piece('a1', 'u1', 'm1', text('none are there'))]],
  [
    'one call',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      piece('a2', 'r1', 'm2', text('done with it')),
    ],
  ],
  [
    'parallel calls: results on sibling branches',
    [
      ...start,
      piece('a1', 'u1', 'm1', thinking('hm, two')),
      piece('a2', 'a1', 'm1', text('I look at both')),
      piece('a3', 'a2', 'm1', call('t1')),
      piece('a4', 'a3', 'm1', call('t2')),
      result('r1', 'a3', 't1'),
      result('r2', 'a4', 't2'),
      piece('a5', 'r2', 'm2', text('both are fine')),
    ],
  ],
  [
    'parallel calls: the last result on the way is the first one',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'a1', 'm1', call('t2')),
      result('r2', 'a2', 't2'),
      result('r1', 'a1', 't1'),
      piece('a3', 'r1', 'm2', text('both are fine')),
      user('u2', 'a3', 'thank you very much'),
    ],
  ],
  [
    'results between the pieces of one answer',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      piece('a2', 'r1', 'm1', call('t2')),
      result('r2', 'a2', 't2'),
      piece('a3', 'r2', 'm2', text('both are fine')),
    ],
  ],
  [
    'a result that was written before its call',
    [
      ...start,
      result('r1', 'a1', 't1'),
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'r1', 'm2', text('done with it')),
    ],
  ],
  [
    'links through progress, attachments and notes',
    [
      ...start,
      attachment('n1', 'u1'),
      piece('a1', 'n1', 'm1', call('t1')),
      progress('p1', 'a1', 't1'),
      result('r1', 'p1', 't1'),
      progress('p2', 'r1', 't1'),
      piece('a2', 'p2', 'm2', text('done with it')),
      system('y1', 'a2', 'turn_duration'),
      user('u2', 'y1', 'and once more'),
    ],
  ],
  [
    'a call beside its progress',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      progress('p1', 'a1', 't1'),
      user('u2', 'p1', 'go on with it'),
    ],
  ],
  [
    'compacted: what came before is not sent',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      system('b1', null, 'compact_boundary', {
        logicalParentUuid: 'a1',
        compactMetadata: { trigger: 'auto' },
      }),
      user('c1', 'b1', 'This session is being continued', { isCompactSummary: true }),
      piece('a2', 'c1', 'm2', text('let us go on')),
    ],
  ],
  [
    'compacted in place: the boundary has a parent',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      system('b1', 'a1', 'compact_boundary'),
      user('c1', 'b1', 'This session is being continued', { isCompactSummary: true }),
    ],
  ],
  [
    'a rewind: the branch that was left is not sent',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('which of them?')),
      user('u2', 'a1', 'all of them'),
      piece('a2', 'u2', 'm2', call('t1')),
      user('u3', 'a1', 'none of them'),
      piece('a3', 'u3', 'm3', text('as you like it')),
    ],
  ],
  [
    'a subagent inside the file',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1', 'Task')),
      aside(user('x1', null, 'look for it')),
      aside(piece('x2', 'x1', 'n1', call('t2'))),
      aside(result('x3', 'x2', 't2')),
      aside(piece('x4', 'x3', 'n2', text('it is there'))),
      result('r1', 'a1', 't1'),
      piece('a2', 'r1', 'm2', text('done with it')),
    ],
  ],
  [
    'a subagent that hangs on its call',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1', 'Task')),
      aside(user('x1', 'a1', 'look for it')),
      aside(piece('x2', 'x1', 'n1', text('it is there'))),
      result('r1', 'a1', 't1'),
    ],
  ],
  [
    'a piece that is there twice',
    [
      ...start,
      piece('a0', 'u1', 'm1', call('t1')),
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      piece('a2', 'r1', 'm2', text('done with it')),
    ],
  ],
  [
    'records that are put together wrongly are no turns',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      { ...piece('', 'a1', 'm1', call('t2')) },
      { ...piece('a2', 'a1', 'm1', call('t3')), message: { id: 'm1', content: [call('t3')] } },
      result('r1', 'a1', 't1'),
    ],
  ],
  [
    'an error of the API',
    [
      ...start,
      piece('a1', 'u1', 'm1', { type: 'text', text: '' }, { isApiErrorMessage: true }),
      user('u2', 'a1', 'try it again'),
    ],
  ],
  [
    'notes beside the conversation',
    [
      summary('An older talk', 'u1'),
      snapshot('u1'),
      ...start,
      { type: 'queue-operation', operation: 'enqueue', sessionId: 's1', content: 'also count them' },
      piece('a1', 'u1', 'm1', text('none are there')),
      { type: 'last-prompt', lastPrompt: 'list the files', sessionId: 's1', leafUuid: 'a1' },
      { type: 'custom-title', customTitle: 'My files', sessionId: 's1' },
    ],
  ],
  [
    'a blank piece before the others of one answer',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('\n\n')),
      piece('a2', 'a1', 'm1', thinking('hm, one')),
      piece('a3', 'a2', 'm1', call('t1')),
      result('r1', 'a3', 't1'),
      piece('a4', 'r1', 'm2', text('\n')),
      piece('a5', 'a4', 'm2', text('done with it')),
    ],
  ],
  [
    'a blank piece, and results between the others of its answer',
    [
      ...start,
      piece('a1', 'u1', 'm1', text(' ')),
      piece('a2', 'a1', 'm1', call('t1')),
      result('r1', 'a2', 't1'),
      piece('a3', 'r1', 'm1', call('t2')),
      result('r2', 'a3', 't2'),
      piece('a4', 'r2', 'm2', text('both are fine')),
    ],
  ],
  [
    'a thinking piece alone before a blank one',
    [
      ...start,
      piece('a1', 'u1', 'm1', thinking('hm, one')),
      piece('a2', 'a1', 'm1', text('\n')),
      user('u2', 'a2', 'go on with it'),
    ],
  ],
  [
    'a blank prompt and an empty one beside results',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      user('u2', 'r1', '\n'),
      user('u3', 'u2', []),
      piece('a2', 'u3', 'm2', text('done with it')),
    ],
  ],
  [
    'a piece that thinks after it spoke, of an answer that starts with thinking',
    [
      ...start,
      piece('a1', 'u1', 'm1', thinking('hm, one')),
      withBlocks(piece('a2', 'a1', 'm1', text('I look')), text('I look'), thinking('hm, where')),
      piece('a3', 'a2', 'm1', text('it is here')),
    ],
  ],
  [
    'interrupted by the user',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1', "The user doesn't want to proceed with this tool use."),
      user('u2', 'r1', [text('[Request interrupted by user for tool use]')]),
    ],
  ],
]

const stray = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: `of ${id} alone` })

/** Of 1280 by 9001 pixels. */
const screenshot = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAABQAAACMpCAYAAAA=' },
}

/** What is broken, and where. */
const broken: readonly (readonly [string, readonly Json[], Sample['found'], gone?: readonly string[]])[] = [
  ['open at the end', [...start, piece('a1', 'u1', 'm1', call('t1'))], [['call-without-result', 2]]],
  [
    'open, and gone on with',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('I look')),
      piece('a2', 'a1', 'm1', call('t1')),
      progress('p1', 'a2', 't1'),
      user('u2', 'p1', 'go on with it'),
      snapshot('u2'),
      piece('a3', 'u2', 'm2', text('as you like it')),
    ],
    [['call-without-result', 3]],
  ],
  [
    'one of two answered',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'a1', 'm1', call('t2')),
      result('r1', 'a1', 't1'),
      user('u2', 'r1', [text('go on with it')]),
    ],
    [['call-without-result', 3]],
  ],
  [
    'three cancelled, two of them answered beside each other',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'a1', 'm1', call('t2')),
      piece('a3', 'a2', 'm1', call('t3')),
      result('r1', 'a1', 't1'),
      result('r3', 'a3', 't3'),
      user('u2', 'r3', '[Request interrupted by user for tool use]'),
    ],
    [['call-without-result', 3]],
  ],
  [
    'one of two answered, with words beside it',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'a1', 'm1', call('t2')),
      user('r1', 'a1', [{ type: 'tool_result', tool_use_id: 't1', content: 'x' }, text('and some words')]),
    ],
    [['call-without-result', 3]],
  ],
  [
    'open, and what follows answers another call',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      user('r9', 'a1', [stray('t8'), stray('t9')]),
      user('u2', 'r9', 'go on with it'),
    ],
    [
      ['call-without-result', 2],
      ['result-without-call', 3],
      ['result-without-call', 3],
    ],
  ],
  [
    'a turn without content',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('none are there')),
      user('u2', 'a1', []),
      piece('a2', 'u2', 'm2', text('none at all')),
    ],
    [['empty-turn', 3]],
  ],
  [
    'an answer of blank pieces alone',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('\n\n')),
      piece('a2', 'a1', 'm1', text(' ')),
      user('u2', 'a2', 'go on with it'),
      piece('a3', 'u2', 'm2', text('as you like it')),
    ],
    [['blank-turn', 2]],
  ],
  [
    'a blank answer right before another one',
    [...start, piece('a1', 'u1', 'm1', text('\n\n')), piece('a2', 'a1', 'm2', text('none are there'))],
    [['blank-turn', 2]],
  ],
  [
    'a blank prompt between two answers',
    [
      ...start,
      piece('a1', 'u1', 'm1', text('none are there')),
      user('u2', 'a1', ' '),
      piece('a2', 'u2', 'm2', text('none at all')),
    ],
    [['blank-turn', 3]],
  ],
  [
    'a result whose call was compacted away',
    [
      system('b1', null, 'compact_boundary'),
      user('c1', 'b1', 'This session is being continued', { isCompactSummary: true }),
      result('r1', 'c1', 't1', 'some of the output'),
      piece('a2', 'r1', 'm2', text('let us go on')),
      snapshot('r1'),
    ],
    [['result-without-call', 3]],
  ],
  [
    'a result that comes after another answer',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      user('u2', 'a1', 'go on with it'),
      piece('a2', 'u2', 'm2', text('as you like it')),
      result('r1', 'a2', 't1', 'late as it is'),
      piece('a3', 'r1', 'm3', text('there it is')),
      snapshot('r1'),
    ],
    [['result-out-of-place', 5]],
  ],
  [
    'answered twice',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1', '[Request interrupted by user for tool use]'),
      result('r2', 'r1', 't1', 'the real one'),
      piece('a2', 'r2', 'm2', text('done with it')),
      snapshot('r1'),
    ],
    [['duplicate-result', 3]],
    ['[Request interrupted by user for tool use]'],
  ],
  [
    'a screenshot that is too large, and all that came after it',
    [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1', [text('the whole page'), screenshot]),
      piece('a2', 'r1', 'm2', text('it is long')),
      user('u2', 'a2', 'go on with it'),
    ],
    [['image-too-large', 3]],
  ],
  [
    'a parent that is missing',
    [user('u1', 'gone', 'list the files'), piece('a1', 'u1', 'm1', call('t1'))],
    [
      ['parent-missing', 1],
      ['call-without-result', 2],
    ],
  ],
  [
    'a ring of parents',
    [user('u1', 'a1', 'list the files'), piece('a1', 'u1', 'm1', text('none are there'))],
    [['parent-cycle', 1]],
  ],
  [
    'a subagent in a file of its own',
    [aside(user('x1', null, 'look for it')), aside(piece('x2', 'x1', 'n1', call('t2')))],
    [['call-without-result', 2]],
  ],
]

conforms(claudeCode, [
  ...sound.map(([name, records]) => ({ name, path, records, found: [] })),
  ...broken.map(([name, records, found, gone = []]) => ({ name, path, records, found, gone })),
])

describe('claude-code', () => {
  const idsOf = (records: readonly Json[]): unknown[] => {
    const { session, entries } = checkRecords(claudeCode, path, fileOf(records))
    return session.lanes.map(({ turns }) => turns.map((index) => entries[index]?.value.uuid).join(' '))
  }

  test.each([
    ['parallel calls: results on sibling branches', ['u1 a1 a2 a3 a4 r1 r2 a5']],
    ['parallel calls: the last result on the way is the first one', ['u1 a1 a2 r1 r2 a3 u2']],
    ['results between the pieces of one answer', ['u1 a1 a2 r1 r2 a3']],
    ['a result that was written before its call', ['u1 a1 r1 a2']],
    ['links through progress, attachments and notes', ['u1 a1 r1 a2 u2']],
    ['compacted: what came before is not sent', ['c1 a2']],
    ['compacted in place: the boundary has a parent', ['c1']],
    ['a rewind: the branch that was left is not sent', ['u1 a1 u3 a3']],
    ['a subagent inside the file', ['u1 a1 r1 a2', 'x1 x2 x3 x4']],
    ['a subagent that hangs on its call', ['u1 a1 r1', 'x1 x2']],
    ['a piece that is there twice', ['u1 a1 r1 a2']],
    ['an error of the API', ['u1 u2']],
  ])('what is sent: %s', (name, ids) => {
    expect(idsOf(sound.find(([title]) => title === name)?.[1] ?? [])).toEqual(ids)
  })

  const answeredBy = (uuid: string, parent: string, model: string, rest: Json = {}): Json => {
    const record = piece(uuid, parent, `m_${uuid}`, text('done with it'), rest)
    return { ...record, message: { ...(record.message as Json), model } }
  }

  test.each([
    ['without an answer', [], 'anthropic'],
    ['Anthropic', ['claude-opus-4-5'], 'anthropic'],
    ['Anthropic, by way of Bedrock', ['us.anthropic.claude-sonnet-4-5-v1:0'], 'anthropic'],
    ['GLM', ['glm-4.6'], 'anthropic-strict'],
    ['Kimi', ['kimi-k2-turbo-preview'], 'anthropic-strict'],
    ['DeepSeek', ['deepseek-chat'], 'anthropic-strict'],
    ['MiniMax', ['MiniMax-M2'], 'anthropic-strict'],
    ['Qwen', ['qwen3-coder-plus'], 'anthropic-strict'],
    ['a gateway', ['z-ai/glm-4.6:free'], 'anthropic-strict'],
    ['another vendor at last', ['claude-opus-4-5', 'glm-4.6'], 'anthropic-strict'],
    ['Anthropic at last', ['glm-4.6', 'claude-opus-4-5'], 'anthropic'],
    ['what Claude Code wrote itself', ['glm-4.6', '<synthetic>'], 'anthropic-strict'],
  ])('the API of a session is that of the model that answered last: %s', (_, models, api) => {
    const records = [
      ...start,
      ...models.map((model, turn) => answeredBy(`a${turn}`, turn === 0 ? 'u1' : `a${turn - 1}`, model)),
    ]
    expect(checkRecords(claudeCode, path, fileOf(records)).session.api).toBe(api)
  })

  test.each([
    ['an error that is shown', [answeredBy('a2', 'a1', 'claude-opus-4-5', { isApiErrorMessage: true })]],
    ['a subagent', [aside(user('x1', null, 'look')), aside(answeredBy('x2', 'x1', 'claude-haiku-4-5'))]],
  ])('the model of %s does not count', (_, later) => {
    const records = [...start, answeredBy('a1', 'u1', 'glm-4.6'), ...later]
    expect(checkRecords(claudeCode, path, fileOf(records)).session.api).toBe('anthropic-strict')
  })

  test('thinking that another vendor did not sign is refused once Anthropic is asked', () => {
    const unsigned = (uuid: string, model: string): Json => {
      const record = answeredBy(uuid, 'u1', model)
      const content = [{ type: 'thinking', thinking: 'hm', signature: '' }, text('done with it')]
      return { ...record, message: { ...(record.message as Json), content } }
    }
    const refused = (...records: readonly Json[]): unknown[] =>
      checkRecords(claudeCode, path, fileOf([...start, ...records])).found.flatMap(({ rule, severity }) =>
        severity === 'refused' ? rule : [],
      )
    expect(refused(unsigned('a1', 'glm-4.6'))).toEqual([])
    expect(refused(unsigned('a1', 'glm-4.6'), answeredBy('a2', 'a1', 'claude-opus-4-5'))).toEqual([
      'reasoning-unsigned',
    ])
  })

  /** The file once mended: each record with its parent; new ones are `+`, notes are their type. */
  const mendedAs = (records: readonly Json[], options: MendOptions = {}): string => {
    const { bytes } = mendSession(openRecords(claudeCode, path, fileOf(records)), options)
    const known = new Set(records.map(({ uuid }) => uuid))
    const name = (id: unknown): string => (typeof id !== 'string' ? '-' : known.has(id) ? id : '+')
    const { entries } = readRecords(bytes, claudeCode)
    return entries
      .map(({ value }) =>
        value.uuid === undefined ? value.type : `${name(value.uuid)}<${name(value.parentUuid)}`,
      )
      .join(' ')
  }

  const brokenAs = (name: string): readonly Json[] => broken.find(([title]) => title === name)?.[1] ?? []

  test.each([
    ['open at the end', 'u1<- a1<u1 +<a1'],
    ['open, and gone on with', 'u1<- a1<u1 a2<a1 +<a2 p1<+ u2<p1 file-history-snapshot a3<u2'],
    ['one of two answered', 'u1<- a1<u1 a2<a1 r1<a1 +<r1 u2<+'],
    [
      'three cancelled, two of them answered beside each other',
      'u1<- a1<u1 a2<a1 a3<a2 r1<a1 r3<a3 +<r3 u2<+',
    ],
    ['one of two answered, with words beside it', 'u1<- a1<u1 a2<a1 r1<a1'],
    ['open, and what follows answers another call', 'u1<- a1<u1 +<a1 +<+ +<+ u2<+'],
    ['a turn without content', 'u1<- a1<u1 a2<a1'],
    ['a result whose call was compacted away', 'b1<- c1<b1 r1<c1 a2<r1 file-history-snapshot'],
    ['a result that comes after another answer', 'u1<- a1<u1 r1<a1 u2<r1 a2<u2 a3<a2 file-history-snapshot'],
    ['answered twice', 'u1<- a1<u1 r2<a1 a2<r2 file-history-snapshot'],
    ['a screenshot that is too large, and all that came after it', 'u1<- a1<u1 r1<a1 a2<r1 u2<a2'],
    ['a parent that is missing', 'u1<+ a1<u1 +<a1'],
    ['a ring of parents', 'u1<- a1<u1'],
    ['a subagent in a file of its own', 'x1<- x2<x1 +<x2'],
  ])('how records hang once mended: %s', (name, tree) => {
    expect(mendedAs(brokenAs(name))).toBe(tree)
  })

  test.each([
    ['open, and gone on with', 'u1<- a1<u1 p1<a1 u2<p1 file-history-snapshot a3<u2'],
    ['open at the end', 'u1<-'],
    ['one of two answered', 'u1<- a1<u1 r1<a1 u2<r1'],
  ])('how records hang once what is open is dropped: %s', (name, tree) => {
    expect(mendedAs(brokenAs(name), { policy: 'drop' })).toBe(tree)
  })

  test('what hangs on a record that goes, and whose own parent is missing, hangs on the turn before', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'a1', 't1'),
      piece('a3', 'gone', 'm1', call('t3')),
      user('u2', 'a3', 'go on with it'),
    ]
    expect(mendedAs(records, { policy: 'drop' })).toBe('u1<- a1<u1 r1<a1 u2<r1')
  })

  test('pieces that were sent because of one that goes are sent on', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      piece('a2', 'a1', 'm1', call('t2')),
      result('r2', 'a2', 't2'),
      user('u2', 'a1', 'go on with it'),
    ]
    expect(mendedAs(records, { policy: 'drop' })).toBe('u1<- a2<u1 r2<a2 u2<r2')
  })

  test.each([
    ['drop', 'u1<- a2<u1 r2<a2 p1<r2 p2<p1 u2<p2'],
    ['drop-turn', 'u1<- p1<u1 p2<p1 u2<p2'],
  ] as const)(
    'under `%s` what stays is sent on where only a link leads on from the one that goes',
    (policy, tree) => {
      const records = [
        ...start,
        piece('a1', 'u1', 'm1', call('t1')),
        piece('a2', 'a1', 'm1', call('t2')),
        result('r2', 'a2', 't2'),
        progress('p1', 'a1', 't1'),
        attachment('p2', 'p1'),
        user('u2', 'p2', 'go on with it'),
      ]
      expect(mendedAs(records, { policy })).toBe(tree)
    },
  )

  test('under `drop-turn` an answer goes with all its pieces and their results, wherever they hang', () => {
    const records = [
      ...start,
      piece('a0', 'u1', 'm0', text('well then')),
      user('u2', 'a0', 'look at it'),
      piece('a1', 'u2', 'm1', thinking('hm')),
      piece('a2', 'a1', 'm1', text('I look at it')),
      piece('a3', 'a2', 'm1', call('t1')),
      piece('a4', 'a3', 'm1', call('t2')),
      piece('a5', 'a4', 'm1', call('t3')),
      result('r1', 'a3', 't1'),
      progress('p1', 'a4', 't2'),
      result('r2', 'p1', 't2'),
      user('u3', 'r2', 'go on with it'),
      piece('a6', 'u3', 'm2', text('done with it')),
      summary('files', 'r2'),
    ]
    expect(mendedAs(records, { policy: 'drop-turn' })).toBe('u1<- a0<u1 u2<a0 p1<u2 u3<p1 a6<u3 summary')
    const { bytes, isSound } = mendSession(openRecords(claudeCode, path, fileOf(records)), {
      policy: 'drop-turn',
    })
    expect(isSound).toBe(true)
    expect(Buffer.from(bytes).toString()).toContain('"leafUuid":"p1"')
  })

  test('what follows one that goes is not hung on a result that hangs beside what stays', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      result('r1', 'u1', 't1'),
      piece('a2', 'a1', 'm2', call('t2')),
      user('u2', 'a2', 'go on with it'),
    ]
    expect(mendedAs(records, { policy: 'drop' })).toBe('u1<- a1<u1 r1<u1 u2<a1')
  })

  test('a gateway that calls every answer the same makes no answer of them all', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'msg_1', call('t1')),
      result('r1', 'a1', 't1'),
      user('u2', 'r1', 'and again please'),
      piece('a2', 'u2', 'msg_1', call('t2')),
      user('u3', 'a2', 'go on with it'),
    ]
    const { session } = checkRecords(claudeCode, path, fileOf(records))
    expect(session.lanes[0]?.turns).toEqual([0, 1, 2, 3, 4, 5])
    expect(mendedAs(records)).toBe('u1<- a1<u1 r1<a1 u2<r1 a2<u2 +<a2 u3<+')
    expect(mendedAs(records, { policy: 'drop-turn' })).toBe('u1<- a1<u1 r1<a1 u2<r1 u3<u2')
  })

  test('where the last turn goes, what a subagent said after it is nobody’s last word', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'm1', call('t1', 'Task')),
      aside(user('x1', null, 'look for it')),
      aside(piece('x2', 'x1', 'm9', text('found it'))),
    ]
    expect(mendedAs(records, { policy: 'drop' })).toBe('u1<- x1<- x2<x1')
  })

  test('where the last turn goes, the one before it is the last of the file, not one beside it', () => {
    const records = [
      ...start,
      piece('a1', 'u1', 'm1', call('t1')),
      user('u2', 'a1', 'go on with it'),
      result('r1', 'a1', 't1'),
      piece('a2', 'u2', 'm2', call('t2')),
    ]
    expect(mendedAs(records, { policy: 'drop' })).toBe('u1<- a1<u1 r1<a1 u2<a1')
    const { session, entries } = checkRecords(claudeCode, path, fileOf(records.slice(0, -1)))
    expect(
      session.lanes[0]?.turns.map((index) => entries[index]?.value.uuid),
      'if it were not',
    ).toEqual(['u1', 'a1', 'r1'])
  })

  test('what names a record that goes names a living one afterwards', () => {
    const { bytes } = mendSession(openRecords(claudeCode, path, fileOf(brokenAs('answered twice'))))
    const { entries } = readRecords(bytes, claudeCode)
    expect(entries.at(-1)?.value).toMatchObject({ messageId: 'a1', snapshot: { messageId: 'a1' } })
  })

  test('a new record is written as Claude Code writes them', () => {
    const { bytes } = mendSession(openRecords(claudeCode, path, fileOf(brokenAs('one of two answered'))))
    const made = readRecords(bytes, claudeCode).entries.find(
      ({ value }) => value.sourceToolAssistantUUID === 'a2',
    )
    expect(made?.value).toEqual({
      parentUuid: 'r1',
      isSidechain: false,
      userType: 'external',
      cwd: '/w/app',
      sessionId: 's1',
      version: '1.0.98',
      gitBranch: 'main',
      type: 'user',
      message: {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't2',
            content: '[no result was recorded; the tool may or may not have run: check before repeating]',
            is_error: true,
          },
        ],
      },
      uuid: expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/),
      timestamp: brokenAs('one of two answered')[3]?.timestamp,
      sourceToolAssistantUUID: 'a2',
    })
  })

  test('a call at the end is left alone while its writer is at work', () => {
    const records = brokenAs('open at the end')
    expect(checkRecords(claudeCode, path, fileOf(records), { tail: 'open' }).found).toEqual([])
    expect(mendedAs(records, { tail: 'open' })).toBe('u1<- a1<u1')
  })

  test('a subagent inside the file is not sent again: its faults are advice', () => {
    const records = [
      ...start,
      aside(user('x1', null, 'look for it')),
      aside(piece('x2', 'x1', 'n1', call('t2'))),
    ]
    const { found, session } = checkRecords(claudeCode, path, fileOf(records))
    expect(found.map(({ rule, severity, record }) => [rule, severity, record])).toEqual([
      ['call-without-result', 'advice', 'line 3, x2'],
    ])
    expect(session.lanes.map(({ name, isDormant }) => [name, isDormant])).toEqual([
      ['main', undefined],
      ['x1', true],
    ])
    expect(mendedAs(records)).toBe('u1<- x1<- x2<x1')
  })

  test('of several subagents, each gets what it lacks where it stands', () => {
    const first = [aside(user('x1', null, 'look for it')), aside(piece('x2', 'x1', 'n1', call('t1')))]
    const second = [
      aside(user('y1', null, 'look elsewhere')),
      aside(piece('y2', 'y1', 'n2', text('not there'))),
    ]
    expect(mendedAs([...first, ...second])).toBe('x1<- x2<x1 +<x2 y1<- y2<y1')
  })

  test('a file without a last line break gets one before a new record', () => {
    const bytes = fileOf(brokenAs('open at the end')).subarray(0, -1)
    const { bytes: made } = mendSession(openRecords(claudeCode, path, bytes))
    expect(Buffer.from(made).subarray(0, bytes.length).equals(bytes)).toBe(true)
    expect(readRecords(made, claudeCode)).toMatchObject({ torn: [], entries: [{}, {}, {}] })
  })

  test('places are those of the records', () => {
    const { found } = checkRecords(
      claudeCode,
      path,
      fileOf(brokenAs('a result whose call was compacted away')),
    )
    expect(found).toMatchObject([{ at: [2, 'message', 'content', 0], record: 'line 3, r1', calls: ['t1'] }])
  })

  test('who wrote it, where, and how to go on', () => {
    const records = [
      summary('An older talk', 'u1'),
      ...start,
      { type: 'ai-title', aiTitle: 'Files', sessionId: 's1' },
      { type: 'custom-title', customTitle: 'My files', sessionId: 's1' },
    ]
    const { session } = checkRecords(claudeCode, path, fileOf(records))
    expect(session).toMatchObject({
      id: 's1',
      title: 'My files',
      folder: '/w/app',
      api: 'anthropic',
      readOnly: undefined,
      resume: 'claude --resume s1',
    })
    expect(checkRecords(claudeCode, path, fileOf(records.slice(0, 3))).session.title).toBe('Files')
    expect(checkRecords(claudeCode, path, fileOf(records.slice(0, 2))).session.title).toBe('An older talk')
    const agent = '/p/projects/-w-app/s1/subagents/agent-7.jsonl'
    expect(checkRecords(claudeCode, agent, fileOf(records)).session).toMatchObject({
      id: 'agent-7',
      resume: undefined,
    })
  })

  test.each([
    ['as they follow each other', [0, 1, 2, 3, 4]],
    ['the last call first', [3, 1, 2, 0, 4]],
    ['a result first', [4, 3, 0, 2, 1]],
    ['the other way round', [4, 3, 2, 1, 0]],
  ])('pieces are told in the order in which they follow each other, whatever their lines: %s', (_, order) => {
    const lines = [
      piece('a1', 'u1', 'm1', { type: 'thinking', thinking: 'well', signature: 'c2ln' }),
      piece('a2', 'a1', 'm1', call('t1')),
      piece('a3', 'a2', 'm1', call('t2')),
      piece('a4', 'a3', 'm1', call('t3')),
      result('r1', 'a2', 't1'),
    ]
    const records = [
      ...start,
      ...order.map((index) => lines[index] as Json),
      result('r2', 'a3', 't2'),
      user('u2', 'r2', 'go on with it'),
    ]
    const { before, isSound, bytes } = mendSession(openRecords(claudeCode, path, fileOf(records)))
    expect(before.found.map(({ rule, calls }) => [rule, calls])).toEqual([['call-without-result', ['t3']]])
    expect(isSound).toBe(true)
    const { entries } = readRecords(bytes, claudeCode)
    const { lanes } = claudeCode.open(entries, path)
    const ids = lanes[0]?.turns.map((index) => entries[index]?.value.uuid)
    expect(ids?.slice(1, 5)).toEqual(['a1', 'a2', 'a3', 'a4'])
    expect(ids?.at(-1)).toBe('u2')
  })

  test('a result that becomes words is not what the user says: pieces on both sides of it stay one answer', () => {
    const records = [
      ...start,
      result('r1', 'u1', 'nobody'),
      result('r2', 'u1', 'nobody'),
      piece('a1', 'r2', 'm1', call('t1')),
      piece('a2', 'r1', 'm1', call('t2')),
    ]
    const { isSound, bytes } = mendSession(openRecords(claudeCode, path, fileOf(records)))
    expect(isSound).toBe(true)
    const { entries } = readRecords(bytes, claudeCode)
    const turns = claudeCode.open(entries, path).lanes[0]?.turns.map((index) => entries[index]?.value.uuid)
    expect(turns?.slice(0, 4)).toEqual(['u1', 'r1', 'a1', 'a2'])
  })

  test('the API is quoted with the places that it sees: pieces are one message there', () => {
    const pieces = [
      ...start,
      piece('a1', 'u1', 'm1', text('I look at it')),
      piece('a2', 'a1', 'm1', call('t1')),
      piece('a3', 'a2', 'm1', call('t2')),
      result('r1', 'a2', 't1'),
      user('u2', 'a3', 'go on with it'),
    ]
    const saysOf = (records: readonly Json[]): unknown[] =>
      checkRecords(claudeCode, path, fileOf(records)).found.map(({ says }) => says?.replace(/:.*/, ''))
    expect(saysOf(pieces)).toEqual(['messages.1'])
    const twice = [...pieces, result('r2', 'u2', 't2'), result('r3', 'r2', 'gone')]
    expect(saysOf(twice).at(-1)).toBe('messages.2.content.3')
  })

  test.each([
    ['the model went elsewhere', '/p/projects/-w-my-app/s1.jsonl', '/w/my_app'],
    ['a subagent went elsewhere', '/p/projects/-w-my-app/s1/subagents/agent-7.jsonl', '/w/my_app'],
    ['the project is another one', '/backup/s1.jsonl', '/w/my_app/docs'],
  ])('it is gone on with from the folder that its project is called after: %s', (_, file, folder) => {
    const folders = ['/w/my_app', '/w/my_app', '/w/my_app/docs']
    const records = folders.map((cwd, index) => ({ ...user(`u${index}`, null, 'hello to you'), cwd }))
    const bytes = fileOf(records)
    expect(checkRecords(claudeCode, file, bytes).session.folder).toBe(folder)
    const looked = checkSession(claudeCode, file, { read: readFrom(bytes), whole: () => bytes })
    expect(looked.session.folder).toBe(folder)
  })

  test('a newer version is read and not written', () => {
    const records = brokenAs('open at the end').map((record) => ({ ...record, version: '3.0.1' }))
    const bytes = fileOf(records)
    const mended = mendSession(openRecords(claudeCode, path, bytes))
    expect(mended.before.session.readOnly).toBe(
      'It was written by Claude Code 3.0.1, which is newer than what is known here (2.x).',
    )
    expect(mended).toMatchObject({ changes: [], left: [{ rule: 'call-without-result' }] })
    expect(mended.bytes).toBe(bytes)
  })

  test.each([
    ['the usual places', {}, ['/home/me/.config/claude/projects', '/home/me/.claude/projects']],
    [
      'another place for settings',
      { XDG_CONFIG_HOME: '/x' },
      ['/x/claude/projects', '/home/me/.claude/projects'],
    ],
    ['the places that it is told', { CLAUDE_CONFIG_DIR: '/one, /two,' }, ['/one/projects', '/two/projects']],
    [
      'told nothing',
      { CLAUDE_CONFIG_DIR: '' },
      ['/home/me/.config/claude/projects', '/home/me/.claude/projects'],
    ],
  ])('where it keeps sessions: %s', (_, environment, folders) => {
    const places = claudeCode.places({ folder: '/home/me', environment, platform: 'linux' })
    expect(places.map(({ folder }) => folder)).toEqual(folders)
  })

  test.each([
    ['-w-app/5f0c.jsonl', true],
    ['-w-app/agent-7.jsonl', true],
    ['-w-app/5f0c/subagents/agent-7.jsonl', true],
    ['-w-app/5f0c/subagents/workflows/w1/agent-7.jsonl', true],
    ['-w-app/5f0c/subagents/notes.jsonl', false],
    ['-w-app/5f0c/tool-results/x.jsonl', false],
    ['-w-app/5f0c.jsonl.bak', false],
    ['5f0c.jsonl', false],
  ])('what is a session: %s', (file, isSession) => {
    const [place] = claudeCode.places({ folder: '/home/me', environment: {}, platform: 'linux' })
    expect(place?.isSession(file)).toBe(isSession)
  })
})
