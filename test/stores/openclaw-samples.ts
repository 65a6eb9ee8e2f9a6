import type { Sample } from './conforms.ts'
import {
  answer,
  call,
  compaction,
  header,
  type Json,
  linked,
  mirror,
  result,
  text,
  thinking,
  user,
} from './pi-records.ts'

/** How each of them begins. */
export const start: readonly Json[] = [header(), user('u1', null, 'list the files')]

/** Arguments that were cut while they came in. */
export const half = { arguments: {}, partialJson: '{"command":"l' }

/** Sessions that OpenClaw goes on with. */
export const sound: readonly (readonly [name: string, records: readonly Json[]])[] = [
  [
    'census: the echo of a delivery between a call and its result',
    [
      ...start,
      answer('a1', 'u1', [call('c1', 'message')]),
      mirror('d1', 'a1', 'here are your files'),
      result('r1', 'd1', 'c1', 'it was sent'),
      answer('a2', 'r1', [text('done with it')]),
      mirror('d2', 'a2', 'done with it'),
    ],
  ],
  [
    'census: aborted and failed answers, some half-streamed',
    [
      ...start,
      answer('a1', 'u1', [call('c1')], { stopReason: 'aborted' }),
      linked('x1', 'a1', 'custom', { customType: 'openclaw:prompt-error', data: { error: 'aborted' } }),
      user('u2', 'x1', 'go on with it'),
      answer('a2', 'u2', [text('I look'), call('c2', 'exec', half)], { stopReason: 'error' }),
      user('u3', 'a2', 'go on with it'),
    ],
  ],
  [
    'compacted before a call, with a note of the runtime',
    [
      ...start,
      answer('a1', 'u1', [call('c0')]),
      compaction('k1', 'a1', 'k1'),
      linked('x1', 'k1', 'custom_message', { customType: 'openclaw.runtime-context', content: 'it is late' }),
      answer('a2', 'x1', [thinking('hm, one'), call('c1')]),
      result('r1', 'a2', 'c1'),
    ],
  ],
]

/** Sessions that would be refused. */
export const broken: readonly Omit<Sample, 'path'>[] = [
  {
    name: 'census: no result was written, and the talk went on',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1'), call('c2')]),
      result('r2', 'a1', 'c2'),
      mirror('d1', 'r2', 'here are your files'),
      user('u2', 'd1', 'go on with it'),
      answer('a2', 'u2', [text('as you like it')]),
    ],
    found: [['call-without-result', 3]],
  },
  {
    name: 'census: no result was written at the end',
    records: [...start, answer('a1', 'u1', [text('I look at it'), call('c1')])],
    found: [['call-without-result', 3]],
  },
  {
    name: 'census: a result that answers nothing',
    records: [...start, result('r1', 'u1', 'c9'), answer('a1', 'r1', [text('well then')])],
    found: [['result-without-call', 3]],
  },
  {
    name: 'O10: a half-streamed call in an answer that did not fail',
    records: [
      ...start,
      answer('a1', 'u1', [text('I look at it'), call('c1', 'exec', half)]),
      user('u2', 'a1', 'go on with it'),
    ],
    found: [['call-without-result', 3]],
  },
  {
    name: 'a stand-in, and the real result after it',
    records: [
      ...start,
      answer('a1', 'u1', [call('c1')]),
      result('s1', 'a1', 'c1', 'lost, it seems', { details: { openclawSyntheticMissingToolResult: true } }),
      result('r1', 's1', 'c1'),
      answer('a2', 'r1', [text('done with it')]),
    ],
    found: [['duplicate-result', 4]],
    gone: ['lost, it seems'],
  },
]
