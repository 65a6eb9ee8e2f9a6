import type { Sample } from './conforms.ts'
import {
  call,
  cancelled,
  config,
  fileSnapshot,
  image,
  type Json,
  legacyResult,
  model,
  reasoning,
  result,
  snapshot,
  text,
  title,
  tool,
  user,
} from './neovate-records.ts'

/** How most of them start. */
export const start: readonly Json[] = [config(), user('1', null, 'read a.ts')]

/** What is sound. */
export const sound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ['N3: words alone', [...start, model('2', '1', [text('there is none')])]],
  ['N3: words in a string', [...start, model('2', '1', 'there is none')]],
  [
    'N1: every type of line, and some that nobody knows',
    [
      config({ summary: 'Fix tests', pastedTextMap: {}, additionalDirectories: [], planSlug: 'p1' }),
      user('1', null, [text('read a.ts'), image()], { uiContent: 'read it', hidden: true }),
      model('2', '1', [reasoning('hm, well'), text('I read it'), call('toolu_001')]),
      tool('3', '2', [result('toolu_001', [text('export {}')])], { metadata: { agentId: 'x' } }),
      snapshot('2'),
      fileSnapshot('2'),
      model('4', '3', [text('nothing in it')]),
      { type: 'later-invention', uuid: 'z', parentUuid: '4', text: 'who knows' },
      title('Auth refactor'),
    ],
  ],
  [
    'N3: parallel calls, all of them answered',
    [
      ...start,
      model('2', '1', [text('I read both'), call('toolu_001'), call('toolu_002')]),
      tool('3', '2', [result('toolu_001'), result('toolu_002')]),
      model('4', '3', [text('both are fine')]),
    ],
  ],
  [
    'N7: results as older versions wrote them',
    [
      ...start,
      model('2', '1', [text('I read it'), call('toolu_001')]),
      user('3', '2', [legacyResult('toolu_001')]),
      model('4', '3', [text('nothing in it')]),
    ],
  ],
  [
    'N8: a branch that was left',
    [
      ...start,
      model('2', '1', [text('which of them?')]),
      user('3', '2', 'all of them'),
      model('4', '3', [call('toolu_001')]),
      user('5', '2', 'none of them'),
      model('6', '5', [text('as you like it')]),
    ],
  ],
  [
    'N10: compacted',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      user('3', null, [text('What was done so far')], { uiContent: 'Chat history compacted successfully.' }),
      model('4', '3', [text('let us go on')]),
    ],
  ],
  [
    'N11: a copy of another session',
    [
      ...start.map((record) => ({ ...record, forkedFrom: { sessionId: '9f9f9f9f', messageUuid: '1' } })),
      model('2', '1', [text('there is none')], { forkedFrom: { sessionId: '9f9f9f9f', messageUuid: '2' } }),
      title('A fork'),
    ],
  ],
  [
    'cancelled, chained',
    [
      ...start,
      model('2', '1', [call('toolu_001'), call('toolu_002')]),
      tool('3', '2', [cancelled('toolu_001')]),
      tool('4', '3', [cancelled('toolu_002')]),
      user('5', '4', [text('[Request interrupted by user]')]),
    ],
  ],
]

/** What is broken, where, and what goes when it is mended. */
export const broken: readonly (readonly [
  string,
  readonly Json[],
  Sample['found'],
  gone?: readonly string[],
])[] = [
  [
    'N2: the call that was open when it crashed',
    [
      user('1', null, 'read file.ts'),
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [result('toolu_001')]),
      model('4', '3', [call('toolu_002', 'write')]),
    ],
    [['call-without-result', 4]],
  ],
  [
    'N4: one of two answered',
    [
      ...start,
      model('2', '1', [text('I read both'), call('toolu_001'), call('toolu_002')]),
      tool('3', '2', [result('toolu_001', 'the first file')]),
      user('4', '3', 'go on with it'),
    ],
    [['call-without-result', 3]],
  ],
  [
    'N5: three cancelled beside each other',
    [
      ...start,
      model('2', '1', [text('I read all'), call('toolu_001'), call('toolu_002'), call('toolu_003')]),
      tool('3', '2', [cancelled('toolu_001')]),
      tool('4', '2', [cancelled('toolu_002')]),
      tool('5', '2', [cancelled('toolu_003')]),
    ],
    [
      ['result-off-path', 4],
      ['result-off-path', 5],
    ],
  ],
  [
    'N5: cancelled beside each other, and gone on with',
    [
      ...start,
      model('2', '1', [call('toolu_001'), call('toolu_002'), call('toolu_003')]),
      tool('3', '2', [result('toolu_001', 'the first file')]),
      tool('4', '2', [cancelled('toolu_002')]),
      snapshot('4'),
      user('5', '4', 'go on with it'),
      model('6', '5', [text('as you like it')]),
    ],
    [
      ['call-without-result', 3],
      ['result-off-path', 4],
    ],
  ],
  [
    'N5: a result beside what was said next',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [result('toolu_001', 'the first file')]),
      user('4', '2', 'go on with it'),
    ],
    [['result-off-path', 4]],
  ],
  [
    'N5: cancelled and answered beside what was said next',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [cancelled('toolu_001')]),
      tool('4', '2', [result('toolu_001', 'the first file')]),
      user('5', '2', 'go on with it'),
    ],
    [['result-off-path', 5]],
  ],
  [
    'N8: a parent that is missing',
    [config(), user('1', 'gone', 'read a.ts'), model('2', '1', [call('toolu_001')])],
    [
      ['parent-missing', 2],
      ['call-without-result', 3],
    ],
  ],
  [
    'N8: a ring of parents',
    [config(), user('1', '2', 'read a.ts'), model('2', '1', [text('there is none')])],
    [['parent-cycle', 2]],
  ],
  [
    'N9: open, with notes behind it',
    [...start, model('2', '1', [call('toolu_001')]), fileSnapshot('2'), title('Auth refactor')],
    [['call-without-result', 3]],
  ],
  [
    'N10: a result whose call was compacted away',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      user('3', null, [text('What was done so far')]),
      tool('4', '3', [result('toolu_001', 'the first file')]),
      model('5', '4', [text('let us go on')]),
      snapshot('4'),
    ],
    [['result-without-call', 5]],
  ],
  [
    'N11: a copy that ends on a call',
    [
      user('1', null, 'read a.ts', { forkedFrom: { sessionId: '9f9f9f9f', messageUuid: '1' } }),
      model('2', '1', [call('toolu_001')], { forkedFrom: { sessionId: '9f9f9f9f', messageUuid: '2' } }),
    ],
    [['call-without-result', 2]],
  ],
  [
    'a result that comes after another answer',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      user('3', '2', 'go on with it'),
      model('4', '3', [text('as you like it')]),
      tool('5', '4', [result('toolu_001', 'late as it is')]),
      model('6', '5', [text('there it is')]),
      snapshot('5'),
    ],
    [['result-out-of-place', 6]],
  ],
  [
    'answered twice',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [cancelled('toolu_001')]),
      tool('4', '3', [result('toolu_001', 'the first file')]),
      model('5', '4', [text('there it is')]),
      snapshot('3'),
    ],
    [['duplicate-result', 4]],
    ['[Request interrupted by user]'],
  ],
  [
    'the same id in a later turn',
    [
      ...start,
      model('2', '1', [call('toolu_001')]),
      tool('3', '2', [result('toolu_001', 'the first file')]),
      model('4', '3', [call('toolu_001')]),
    ],
    [
      ['call-without-result', 5],
      ['duplicate-call-id', 5],
    ],
  ],
]
