import { type Deny, denying, printPlace, type Rulebook, repair, rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import {
  ask,
  chatCalls,
  chatGot,
  fetch,
  fetched,
  got,
  lost,
  type Message,
  model,
  say,
  search,
  searched,
  shown,
  thought,
  use,
  user,
} from './denied-build.ts'

const bookOf = (name: string): Rulebook => rulebooks.find((book) => book.name === name) as Rulebook
const asText = { preset: 'keep', rows: { 'tool-denied': 'text' } } as const

const run = { tools: ['run'] }
const runToTheEnd = { tools: ['run'], keep: 'completed' } as const

interface Row {
  readonly name: string
  readonly api?: string
  readonly deny?: Deny
  readonly calls?: readonly string[]
  readonly answered?: readonly string[]
  readonly isText?: boolean
  readonly before: readonly object[]
  /** The turns that are left, each as its parts. */
  readonly after: readonly string[]
  /** Where something denied was found. */
  readonly at: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'an orphan that names a denied tool goes',
    api: 'openai',
    before: [ask, chatGot('a', 'run'), { role: 'assistant', content: 'so' }, ask],
    after: ['go', 'so', 'go'],
    at: ['1'],
  },
  {
    name: 'an orphan that names another tool becomes words',
    api: 'openai',
    before: [ask, chatGot('a', 'read'), { role: 'assistant', content: 'so' }, ask],
    after: ['go', '[tool result kept as text: read a]\ngot a', 'so', 'go'],
    at: [],
  },
  {
    name: 'an orphan that names none goes where all tools are denied',
    deny: { tools: ['*'] },
    before: [ask, model(say('so')), user(got('a'))],
    after: ['go', 'so'],
    at: ['2.content.0'],
  },
  {
    name: 'an orphan that names none becomes words',
    before: [ask, model(say('so')), user(got('a'))],
    after: ['go', 'so', '[tool result kept as text: a]\ngot a'],
    at: [],
  },
  {
    name: 'an orphan of a denied call that stands elsewhere goes',
    calls: ['a'],
    before: [ask, model(say('so')), user(got('a'), got('b'))],
    after: ['go', 'so', '[tool result kept as text: b]\ngot b'],
    at: ['2.content.0'],
  },
  {
    name: 'both results of a denied call go',
    before: [ask, model(say('so'), use('a', 'run')), user(got('a'), got('a', 'again'))],
    after: ['go', 'so'],
    at: ['1.content.1', '2.content.0', '2.content.1'],
  },
  {
    name: 'of two results of another call one becomes words',
    before: [
      ask,
      model(say('so'), use('a', 'read'), use('b', 'run')),
      user(got('a'), got('a', 'again'), got('b')),
    ],
    after: ['go', 'so | read(a)', '=a | [tool result kept as text: a]\nagain'],
    at: ['1.content.2', '2.content.2'],
  },
  {
    name: 'a second result of a pair that stays becomes words',
    deny: runToTheEnd,
    before: [ask, model(say('so'), use('a', 'run')), user(got('a'), got('a', 'again'))],
    after: ['go', 'so | run(a)', '=a | [tool result kept as text: a]\nagain'],
    at: [],
  },
  {
    name: 'a call whose result stands elsewhere stays',
    deny: runToTheEnd,
    answered: ['a'],
    before: [ask, model(say('so'), use('a', 'run'), use('b', 'run')), ask],
    after: ['go', 'so | run(a)', '=a', 'go'],
    at: ['1.content.2'],
  },
  {
    name: 'a call with a stand-in is not complete',
    deny: runToTheEnd,
    before: [ask, model(say('so'), use('a', 'run')), user(lost), ask],
    after: ['go', 'so', 'go'],
    at: ['1.content.1', '2.content.0'],
  },
  {
    name: 'calls of one id, of which one is denied: who knows whose the third result is',
    before: [
      ask,
      model(say('so'), use('a', 'run')),
      user(got('a')),
      model(say('on'), use('a', 'read')),
      user(got('a')),
      model(say('well')),
      user(got('a', 'more')),
    ],
    after: ['go', 'so', 'on | read(a)', '=a', 'well', '[tool result kept as text: a]\nmore'],
    at: ['1.content.1', '2.content.0'],
  },
  {
    name: 'calls of one id that are all denied',
    before: [
      ask,
      model(say('so'), use('a', 'run')),
      user(got('a')),
      model(say('on'), use('a', 'run')),
      user(got('a')),
      model(say('well')),
      user(got('a', 'more')),
    ],
    after: ['go', 'so', 'on', 'well'],
    at: ['1.content.1', '2.content.0', '3.content.1', '4.content.0', '6.content.0'],
  },
  {
    name: 'the words about it follow the last result',
    api: 'openai',
    isText: true,
    before: [
      ask,
      chatCalls(['a', 'run'], ['b', 'read'], ['c', 'read']),
      chatGot('a'),
      chatGot('b'),
      chatGot('c'),
      ask,
    ],
    after: [
      'go',
      'so | read(b) | read(c)',
      '=b got b',
      '=c got c',
      '[tool call kept as text: run a]\n{}',
      '[tool result kept as text: a]\ngot a',
      'go',
    ],
    at: ['1.tool_calls.0', '2'],
  },
  {
    name: 'where all calls go, the words stand where they stood',
    isText: true,
    before: [
      ask,
      model(say('so'), use('a', 'run'), use('b', 'run')),
      user(got('a'), got('b'), say('and')),
      model(say('well')),
      ask,
    ],
    after: [
      'go',
      'so',
      '[tool call kept as text: run a]\n{}',
      '[tool call kept as text: run b]\n{}',
      '[tool result kept as text: a]\ngot a | [tool result kept as text: b]\ngot b | and',
      'well',
      'go',
    ],
    at: ['1.content.1', '1.content.2', '2.content.0', '2.content.1'],
  },
  {
    name: 'the words follow results in two turns',
    isText: true,
    before: [
      ask,
      model(say('so'), use('a', 'run'), use('b', 'read'), use('c', 'read')),
      user(got('a'), got('b')),
      user(got('c')),
      model(say('well')),
      ask,
    ],
    after: [
      'go',
      'so | read(b) | read(c)',
      '=b',
      '=c',
      '[tool call kept as text: run a]\n{}',
      '[tool result kept as text: a]\ngot a',
      'well',
      'go',
    ],
    at: ['1.content.1', '2.content.0'],
  },
  {
    name: 'the words follow the whole answer of the model',
    isText: true,
    before: [
      ask,
      model(say('so'), use('a', 'run')),
      model(say('and'), use('b', 'read')),
      user(got('a'), got('b')),
      ask,
    ],
    after: [
      'go',
      'so',
      'and | read(b)',
      '=b',
      '[tool call kept as text: run a]\n{}',
      '[tool result kept as text: a]\ngot a',
      'go',
    ],
    at: ['1.content.1', '3.content.0'],
  },
  {
    name: 'where all calls of an answer go, the words follow it',
    isText: true,
    before: [ask, model(use('a', 'run')), model(say('and')), user(got('a')), ask],
    after: ['go', 'and', '[tool call kept as text: run a]\n{}', '[tool result kept as text: a]\ngot a', 'go'],
    at: ['1.content.0', '3.content.0'],
  },
  {
    name: 'where neighbours do not count as one, the words follow the call',
    api: 'anthropic-strict',
    isText: true,
    before: [ask, model(say('so'), use('a', 'run')), model(say('and')), ask],
    after: ['go', 'so', '[tool call kept as text: run a]\n{}', 'and', 'go'],
    at: ['1.content.1'],
  },
  {
    name: 'a result that stands elsewhere is told beside its call',
    isText: true,
    before: [
      ask,
      model(say('so'), use('a', 'run')),
      ask,
      model(say('well')),
      user(got('a')),
      model(say('on')),
      ask,
    ],
    after: [
      'go',
      'so',
      '[tool call kept as text: run a]\n{}',
      '[tool result kept as text: a]\ngot a',
      'go',
      'well',
      'on',
      'go',
    ],
    at: ['1.content.1', '4.content.0'],
  },
  {
    name: 'what only stands in for a result is not told',
    isText: true,
    before: [ask, model(say('so'), use('a', 'run')), user(lost), ask],
    after: ['go', 'so', '[tool call kept as text: run a]\n{}', 'go'],
    at: ['1.content.1', '2.content.0'],
  },
  {
    name: 'reasoning of an answer that says nothing more goes',
    before: [ask, model(thought), model(use('a', 'run')), user(got('a')), model(say('on')), ask],
    after: ['go', 'on', 'go'],
    at: ['2.content.0', '3.content.0'],
  },
  {
    name: 'and so it does where the call becomes words',
    isText: true,
    before: [ask, model(thought), model(use('a', 'run')), user(got('a')), model(say('on')), ask],
    after: ['go', '[tool call kept as text: run a]\n{}', '[tool result kept as text: a]\ngot a', 'on', 'go'],
    at: ['2.content.0', '3.content.0'],
  },
  {
    name: 'reasoning of an answer that says more stays',
    before: [
      ask,
      model(thought),
      model(say('so'), use('a', 'run')),
      user(got('a')),
      model(thought, say('on')),
      ask,
    ],
    after: ['go', '~', 'so', '~ | on', 'go'],
    at: ['2.content.1', '3.content.0'],
  },
  {
    name: 'reasoning of other answers stays, whatever they say',
    before: [ask, model(thought), ask, model(say('so'), use('a', 'run')), user(got('a')), ask],
    after: ['go', '~', 'go', 'so', 'go'],
    at: ['3.content.1', '4.content.0'],
  },
  {
    name: 'where neighbours do not count as one, each says what it says',
    api: 'anthropic-strict',
    before: [ask, model(thought), model(use('a', 'run')), user(got('a')), model(say('on')), ask],
    after: ['go', '~', 'on', 'go'],
    at: ['2.content.0', '3.content.0'],
  },
  {
    name: 'a result that only its place ties to the call, and that names a denied tool',
    api: 'openai',
    before: [ask, chatCalls(['a', 'run']), chatGot('z', 'run')],
    after: ['go', 'so'],
    at: ['1.tool_calls.0', '2'],
  },
  {
    name: 'and one that names another',
    api: 'openai',
    before: [ask, chatCalls(['a', 'run']), chatGot('z', 'read')],
    after: ['go', 'so', '[tool result kept as text: read z]\ngot z'],
    at: ['1.tool_calls.0'],
  },
  {
    name: 'and one of a denied call elsewhere',
    calls: ['z'],
    before: [ask, model(say('so'), use('a', 'run')), user(got('z'))],
    after: ['go', 'so'],
    at: ['1.content.1', '2.content.0'],
  },
  {
    name: 'a pair that is complete by its place alone stays',
    api: 'openai',
    deny: runToTheEnd,
    before: [ask, chatCalls(['a', 'run']), chatGot('z', 'run')],
    after: ['go', 'so | run(a)', '=a got z'],
    at: [],
  },
  {
    name: 'a tool of the provider that is allowed stays',
    deny: { tools: ['web_fetch'] },
    before: [
      ask,
      model(
        say('so'),
        search('srvtoolu_1'),
        searched('srvtoolu_1'),
        fetch('srvtoolu_2'),
        fetched('srvtoolu_2'),
      ),
      ask,
    ],
    after: ['go', 'so | web_search(srvtoolu_1) | =srvtoolu_1', 'go'],
    at: ['1.content.3'],
  },
  {
    name: 'a pair of the provider that is complete stays',
    deny: { tools: ['web_search'], keep: 'completed' },
    before: [ask, model(say('so'), search('srvtoolu_1'), searched('srvtoolu_1'), search('srvtoolu_2')), ask],
    after: ['go', 'so | web_search(srvtoolu_1) | =srvtoolu_1', 'go'],
    at: ['1.content.3'],
  },
  {
    name: 'two pairs of the provider go',
    deny: { tools: ['web_*'] },
    before: [
      ask,
      model(
        say('so'),
        search('srvtoolu_1'),
        searched('srvtoolu_1'),
        fetch('srvtoolu_2'),
        fetched('srvtoolu_2'),
      ),
      ask,
    ],
    after: ['go', 'so', 'go'],
    at: ['1.content.1', '1.content.3'],
  },
  {
    name: 'a call of somebody else, of another tool',
    before: [user(say('go'), use('a', 'read'), use('b', 'run')), model(say('so')), ask],
    after: ['go | [tool call kept as text: read a]\n{}', 'so', 'go'],
    at: ['0.content.2'],
  },
]

test.each(rows)('$name', ({ api = 'anthropic', deny = run, calls, answered, isText, before, after, at }) => {
  const elsewhere = {
    ...(calls === undefined ? {} : { calls }),
    ...(answered === undefined ? {} : { answered }),
  }
  const policy = isText ? asText : 'keep'
  const rulebook = denying(bookOf(api), deny, elsewhere)
  const { document, report } = repair(before, { api: rulebook, policy })
  expect((document as readonly Message[]).map(shown)).toEqual(after)
  const found = report.found.filter(({ rule }) => rule === 'tool-denied')
  expect(found.map((finding) => printPlace(finding.at))).toEqual(at)
})

test.each<readonly [name: string, deny: Deny, before: readonly object[], said: readonly string[]]>([
  [
    'a call and its result',
    run,
    [ask, model(use('a', 'run')), user(got('a'))],
    ['`a` run', '`a` run is of a tool'],
  ],
  [
    'a second result, which names no tool',
    run,
    [ask, model(use('a', 'run')), user(got('a'), got('a', 'again'))],
    ['`a` run', '`a` run is of a tool', '`a` is of a tool'],
  ],
  [
    'nobody knows of which tool',
    { tools: ['*'] },
    [ask, user(got('a'))],
    ['Result `a` is of a tool that is denied.'],
  ],
  [
    'a tool of the provider',
    { tools: ['web_search'] },
    [ask, model(search('srvtoolu_1'), searched('srvtoolu_1'), say('so')), ask],
    ['`srvtoolu_1` web_search'],
  ],
])('what is said of it: %s', (_, deny, before, said) => {
  const { report } = repair(before, { api: denying(bookOf('anthropic'), deny) })
  const found = report.found.filter(({ rule }) => rule === 'tool-denied')
  expect(found.length).toBe(said.length)
  for (const [index, words] of said.entries()) expect(found[index]?.message).toContain(words)
  expect(found.every(({ calls }) => calls.length === 1)).toBe(true)
})
