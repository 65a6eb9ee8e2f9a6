import { describe, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const says = (words: string): object => ({ text: words })
const uses = (id: unknown, input: unknown = {}): object => ({
  toolUse: { toolUseId: id, name: 'run', input },
})
const gives = (id: unknown, more: object = {}): object => ({
  toolResult: { toolUseId: id, content: [says('done')], ...more },
})
const mark = { cachePoint: { type: 'default' } }
const file = { document: { format: 'pdf', name: 'plan', source: { bytes: '' } } }
const hi = user([says('hi')])
const toolConfig = { tools: [{ toolSpec: { name: 'run' } }] }
const llama = { modelId: 'meta.llama3-3-70b-instruct-v1:0', toolConfig }

const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'
const maverick = 'us.meta.llama4-maverick-17b-instruct-v1:0'
const of = (modelId: string, ...messages: readonly object[]): object => ({ modelId, toolConfig, messages })

const converseRows: readonly Row[] = [
  ['a plain talk', [hi, model([says('hello')]), hi], 'accepted'],
  ['content that is a string', [user('hi')], /no list/],
  ['an empty message', [hi, model([]), hi], /is empty/],
  ['a blank text', [user([says('a'), says(' ')])], 'accepted'],
  ['an empty text', [user([says('a'), says('')])], /empty text/],
  ['white space alone', { modelId: claude, messages: [user([says(' ')])] }, /only white space/],
  [
    'an empty text in a result',
    [hi, model([uses('a')]), user([gives('a', { content: [says('')] })])],
    /empty text/,
  ],
  ['an empty result', [hi, model([uses('a')]), user([gives('a', { content: [] })])], 'accepted'],
  [
    'an empty error',
    [hi, model([uses('a')]), user([gives('a', { content: [], status: 'error' })])],
    /without content/,
  ],
  [
    'a result without content',
    [hi, model([uses('a')]), user([{ toolResult: { toolUseId: 'a' } }])],
    /no list/,
  ],
  ['marks around results', [hi, model([uses('a'), mark]), user([mark, gives('a'), mark])], 'accepted'],
  ['words behind results', [hi, model([uses('a')]), user([gives('a'), says('b')])], 'accepted'],
  [
    'words behind results at Llama',
    { ...llama, messages: [hi, model([uses('a')]), user([gives('a'), says('b')])] },
    /results and other content/,
  ],
  ['words before results', [hi, model([uses('a')]), user([says('b'), gives('a')])], 'accepted'],
  [
    'words before results, for Claude',
    of(claude, hi, model([uses('a')]), user([says('b'), gives('a')])),
    /behind other content/,
  ],
  ['words behind a call', [hi, model([uses('a'), says('b')]), user([gives('a')])], 'accepted'],
  [
    'words behind a call, for Claude',
    of(claude, hi, model([uses('a'), says('b')]), user([gives('a')])),
    /follows a call/,
  ],
  ['an open call', [hi, model([uses('a')]), hi], /not answered/],
  ['an open call in flight', [hi, model([uses('a'), uses('b')]), user([gives('b')])], 'accepted', 'open'],
  ['a stray result', [user([gives('a')])], /answers no call/],
  ['two user messages', [hi, hi], 'accepted'],
  [
    'results and words in two messages, for Llama',
    of(maverick, hi, model([uses('a')]), user([gives('a')]), hi),
    /speaker of the message before/,
  ],
  ['a start on the model', [model([says('a')]), hi], 'accepted'],
  ['a start on the model, for Llama', of(maverick, model([says('a')]), hi), /not the user/],
  [
    'an id of 65, for Llama',
    of(maverick, hi, model([uses('a'.repeat(65))]), user([gives('a'.repeat(65))])),
    'accepted',
  ],
  [
    'an id of Kimi',
    of('moonshot.kimi-k2-thinking', hi, model([uses('functions.a:0')]), user([gives('functions.a:0')])),
    'accepted',
  ],
  [
    'words beside results, for Nova',
    of('us.amazon.nova-pro-v1:0', hi, model([uses('a')]), user([gives('a'), says('b')])),
    'accepted',
  ],
  [
    'words beside results, for Llama',
    of(maverick, hi, model([uses('a')]), user([gives('a'), says('b')])),
    /results and other content/,
  ],
  ['no tools', { messages: [hi, model([uses('a')]), user([gives('a')])] }, /declares no tools/],
  ['no tools and no calls', { messages: [hi] }, 'accepted'],
  ['a document alone', [user([file])], /without a text/],
  ['a document with a text', [user([file, says('read it')])], 'accepted'],
  ['a block of two kinds', [user([{ text: 'a', image: {} }])], /no block/],
  [
    'a new Claude at the end',
    { modelId: 'us.anthropic.claude-opus-4-6-v1:0', messages: [hi, model([says('so')])] },
    /at the end/,
  ],
]

describe('bedrock', () => {
  for (const [name, document, verdict, tail = 'closed'] of converseRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'bedrock', tail }), verdict))
  }
})
