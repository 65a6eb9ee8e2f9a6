import type { Sample } from './conforms.ts'
import {
  answer,
  type Json,
  reasoning,
  reply,
  row,
  session,
  text,
  tool,
  use,
  user,
} from './opencode-records.ts'

export const path = '/home/me/.local/share/opencode/opencode.db/ses_1'

// opencode answers open calls itself as it sends them: they are judged as another program would send them.
const options = { sender: 'other' } as const

type Found = readonly (readonly [rule: string, line: number])[]

/** One part of each type that version 1 writes. */
export const everyPart: readonly Json[] = [
  session(),
  user('list the files', [
    { type: 'text', text: 'list the files' },
    { type: 'text', text: 'Called the Read tool', synthetic: true },
    { type: 'text', text: 'not for the model', ignored: true },
    { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA==', filename: 'a.png' },
    { type: 'agent', name: 'explore', source: { value: '@explore', start: 0, end: 8 } },
    { type: 'subtask', prompt: 'look around', description: 'look', agent: 'explore' },
  ]),
  answer(
    [
      reasoning('they want the files'),
      text('I look into it'),
      tool('call_1', 'completed'),
      tool('call_2', 'error'),
      tool('call_3', 'completed', {}, 'read'),
      { type: 'patch', hash: 'a1', files: ['/w/app/a'] },
      { type: 'snapshot', snapshot: 'a1' },
      { type: 'retry', attempt: 1, error: { name: 'APIError', data: {} }, time: { created: 1 } },
      { type: 'step-finish', reason: 'tool-calls', cost: 0, tokens: {} },
    ],
    { finish: 'tool-calls' },
  ),
  answer([text('here they are')]),
]

const compaction = (rest: Json = {}): Json => user('', [{ type: 'compaction', auto: true, ...rest }])
const summary = (of: Json): Json =>
  answer([text('so far: files')], { parentID: of.id, summary: true, finish: 'stop' })

const asked = user('list the files')
const cut = compaction()
const open = answer([text('I look into it'), tool('call_1', 'running')])
const tail = user('and the rest of it')
const tailed = compaction({ tail_start_id: tail.id })
const gone = user('go back to this')

/** Sessions of version 1 that are sound, or healed by it. */
const first: readonly (readonly [name: string, records: readonly Json[], found?: Found])[] = [
  ['every type of part', everyPart],
  [
    'compacted: an open call before it is not sent',
    [session(), asked, open, cut, summary(cut), answer([text('well then')])],
  ],
  [
    'a compaction without its summary cuts nothing',
    [session(), asked, answer([tool('call_1', 'completed')]), compaction(), user('go on with it')],
  ],
  [
    'compacted, with a tail that is kept',
    [session(), asked, open, tail, answer([tool('call_2', 'completed')]), tailed, summary(tailed)],
  ],
  [
    'gone back: what follows is not sent',
    [session({ revert: { messageID: gone.id } }), asked, answer([text('one file')]), gone, open],
  ],
  [
    'an answer that failed is not sent',
    [
      session(),
      asked,
      answer([tool('call_1', 'running')], { error: { name: 'APIError', data: {} } }),
      user('go on with it'),
    ],
  ],
  ['an answer without parts', [session(), asked, { ...answer([]), parts: [] }, answer([text('one file')])]],
  ['a subagent', [session({ parent_id: 'ses_0' }), asked, answer([text('one file')])]],
]

/** Sessions of version 1 that a program without its healing would break on. */
const brokenFirst: readonly (readonly [name: string, records: readonly Json[], found: Found])[] = [
  ['a call that was running when it crashed', [session(), asked, open], [['call-without-result', 3]]],
  [
    'a call that never came in whole, in the middle',
    [
      session(),
      asked,
      answer([tool('call_1', 'pending')]),
      user('go on with it'),
      answer([text('well then')]),
    ],
    [['call-without-result', 3]],
  ],
  [
    'two of three calls of one answer',
    [
      session(),
      asked,
      answer([tool('call_1', 'running'), tool('call_2', 'completed'), tool('call_3', 'pending')]),
      user('go on with it'),
    ],
    [
      ['call-without-result', 3],
      ['call-without-result', 3],
    ],
  ],
  [
    'an answer that was stopped, and says something',
    [
      session(),
      asked,
      answer([text('I look into it'), tool('call_1', 'running')], {
        error: { name: 'MessageAbortedError', data: {} },
      }),
      user('go on with it'),
    ],
    [['call-without-result', 3]],
  ],
]

const second = session({ version: '2.0.25' })
const stopped = row('user', { text: 'go back to this', files: [] })

/** One row of each type that version 2 writes. */
export const everyRow: readonly Json[] = [
  second,
  row('agent-switched', { agent: 'build' }),
  row('model-switched', { model: { id: 'glm-5', providerID: 'openrouter' } }),
  row('location-switched', { location: { directory: '/w/app' } }),
  row('system', { text: 'You are in the folder /w/app' }),
  row('user', { text: 'list the files', files: [] }),
  row('skill', { skill: 's1', name: 'look', text: 'How to look at files' }),
  row('synthetic', { text: 'The file a was changed' }),
  row('shell', {
    shellID: 'sh1',
    command: 'ls -l',
    status: 'exited',
    output: { output: 'a', cursor: 1, size: 1, truncated: false },
  }),
  reply([
    { type: 'reasoning', text: 'they want the files', state: { reasoningField: 'reasoning_content' } },
    { type: 'text', text: 'I look into it' },
    use('call_1', 'completed'),
    use('call_2', 'error'),
  ]),
  row('idle', { outcome: 'succeeded' }),
  row('later-invention', { text: 'nobody knows it' }),
]

const secondSound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  ['every type of row', everyRow],
  [
    'compacted: an open call before it is not sent',
    [
      second,
      row('user', { text: 'list the files' }),
      reply([use('call_1', 'running')]),
      row('compaction', { status: 'completed', reason: 'auto', summary: 'so far: files', recent: '' }),
      reply([{ type: 'text', text: 'well then' }]),
    ],
  ],
  [
    'a compaction that failed cuts nothing',
    [
      second,
      row('user', { text: 'list the files' }),
      row('compaction', { status: 'failed', reason: 'auto', error: { type: 'unknown', message: 'x' } }),
      reply([{ type: 'text', text: 'well then' }]),
      row('idle', { outcome: 'succeeded' }),
    ],
  ],
  [
    'gone back',
    [
      session({ version: '2.0.25', revert: { messageID: stopped.id } }),
      row('user', { text: 'list the files' }),
      stopped,
      reply([use('call_1', 'running')]),
    ],
  ],
]

const brokenSecond: readonly (readonly [name: string, records: readonly Json[], found: Found])[] = [
  [
    'a call that was running when it crashed',
    [second, row('user', { text: 'list the files' }), reply([use('call_1', 'running')])],
    [['call-without-result', 3]],
  ],
  [
    'a call whose arguments were cut, in the middle',
    [
      second,
      row('user', { text: 'list the files' }),
      reply([
        { type: 'text', text: 'I look into it' },
        use('call_1', 'streaming'),
        use('call_2', 'completed'),
      ]),
      row('idle', { outcome: 'interrupted' }),
      row('user', { text: 'go on with it' }),
    ],
    [['call-without-result', 3]],
  ],
]

const named =
  (version: string) =>
  (sample: readonly [string, readonly Json[], Found?]): Sample => {
    const [name, records, found = []] = sample
    return { name: `${version}: ${name}`, path, records, found, ...(found.length === 0 ? {} : { options }) }
  }

export const firstSamples: readonly Sample[] = [...first, ...brokenFirst].map(named('1'))
export const secondSamples: readonly Sample[] = [...secondSound, ...brokenSecond].map(named('2'))
