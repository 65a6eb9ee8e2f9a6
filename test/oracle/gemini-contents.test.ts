import { describe, test } from 'vitest'
import { complaints } from './index.ts'
import { expectVerdict, type Row } from './verdict.ts'

const content = (role: string, ...parts: readonly unknown[]): object => ({ role, parts })
const fc = (name: unknown, more: object = {}): object => ({ functionCall: { name }, ...more })
const fr = (name: unknown, id?: string): object => ({ functionResponse: { name, id, response: {} } })
const asked = content('user', { text: 'go' })
const signed = { thoughtSignature: 'c2ln' }
const gemini2 = (...contents: readonly object[]): object => ({ model: 'gemini-2.5-pro', contents })
const gemini3 = (...contents: readonly object[]): object => ({ model: 'gemini-3-pro', contents })

const geminiRows: readonly Row[] = [
  ['a plain talk', [asked, content('model', { text: 'hello' }), asked], 'accepted'],
  ['no contents', { model: 'gemini-2.5-pro' }, /no contents/],
  ['a string in place of contents', { contents: 'go' }, 'accepted'],
  ['a content in place of contents', { contents: { parts: { text: 'go' } } }, 'accepted'],
  ['a content that is no object', [7], /not an object/],
  ['words and a part in place of contents', ['go', { text: 'on' }], 'accepted'],
  [
    'a response that is no object',
    [asked, content('model', fc('a')), content('user', { functionResponse: { name: 'a', response: 'b' } })],
    /response that is no object/,
  ],
  ['an unknown role', [content('assistant', { text: 'hi' })], /unknown role/],
  ['a role left out', [{ parts: [{ text: 'go' }] }], 'accepted'],
  ['no parts', [content('user')], /no parts/],
  ['parts left out', [{ role: 'user' }], /no parts/],
  ['a part that is no object', [content('user', 'go')], /is no part/],
  ['a call and its result', [asked, content('model', fc('a')), content('user', fr('a'))], 'accepted'],
  ['a result of another id', [asked, content('model', fc('a')), content('user', fr('a', 'x'))], 'accepted'],
  ['an unanswered call', [asked, content('model', fc('a')), asked], /1 calls, and 0 results/],
  ['an open call in flight', [asked, content('model', fc('a'))], 'accepted', 'open'],
  ['an open call at rest', [asked, content('model', fc('a'))], /0 results/, 'rest'],
  [
    'one of two in flight',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('b'))],
    'accepted',
    'open',
  ],
  [
    'a stray in flight',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('c'))],
    /1 results/,
    'open',
  ],
  ['one result too many', [asked, content('model', fc('a')), content('user', fr('a'), fr('a'))], /2 results/],
  [
    'results in two contents',
    [asked, content('model', fc('a'), fc('b')), content('user', fr('a')), content('user', fr('b'))],
    /after no calls/,
  ],
  ['a result without a call', [asked, content('user', fr('a'))], /after no calls/],
  ['a call at the head', [content('model', fc('a')), content('user', fr('a'))], /after no user/],
  [
    'a call after the model',
    gemini2(asked, content('model', { text: 'hm' }), content('model', fc('a')), content('user', fr('a'))),
    /after no user/,
  ],
  [
    'a call at the head, on a newer model',
    gemini3(content('model', fc('a', signed)), content('user', fr('a'))),
    /after no user/,
  ],
  [
    'calls of two contents, on a newer model',
    gemini3(
      asked,
      content('model', fc('a', signed)),
      content('model', fc('b', signed)),
      content('user', fr('a'), fr('b')),
    ),
    'accepted',
  ],
  ['a call of the user', [asked, content('user', fc('a')), content('user', fr('a'))], /outside the model/],
  ['a call without a name', [asked, content('model', fc('')), content('user', fr('a'))], /no legal name/],
  [
    'a result without a name',
    [asked, content('model', fc('a')), content('user', fr(undefined))],
    /no legal name/,
  ],
  ['a name with a space', [asked, content('model', fc('a b')), content('user', fr('a'))], /no legal name/],
  ['an unsigned step', gemini3(asked, content('model', fc('a')), content('user', fr('a'))), /not signed/],
  [
    'a signed step with an unsigned sibling',
    gemini3(asked, content('model', fc('a', signed), fc('b')), content('user', fr('a'), fr('b'))),
    'accepted',
  ],
  [
    'an unsigned step of old',
    gemini3(asked, content('model', fc('a')), content('user', fr('a')), asked),
    'accepted',
  ],
  ['a model at the end', [asked, content('model', { text: 'b' })], 'accepted'],
]

const three = content('model', fc('a', signed), fc('b'), fc('c'))

const everywhereRows: readonly Row[] = [
  [
    'results in the order of their calls',
    [asked, three, content('user', fr('a'), fr('b'), fr('c'))],
    'accepted',
  ],
  ['results in another order', [asked, three, content('user', fr('b'), fr('a'), fr('c'))], /match its call/],
  [
    'the first and the last, one to come',
    [asked, three, content('user', fr('a'), fr('c'))],
    'accepted',
    'open',
  ],
  [
    'two in another order, one to come',
    [asked, three, content('user', fr('c'), fr('a'))],
    /another order/,
    'open',
  ],
  ['an unsigned step', [asked, content('model', fc('a')), content('user', fr('a'))], /not signed/],
  ['a model at the end', [asked, content('model', { text: 'b' })], /at the end/],
]

describe('everywhere', () => {
  for (const [name, document, verdict, tail = 'closed'] of everywhereRows) {
    const options = { api: 'everywhere-gemini-contents', tail }
    test(name, () => expectVerdict(complaints(document, options), verdict))
  }
})

describe('gemini', () => {
  for (const [name, document, verdict, tail = 'closed'] of geminiRows) {
    test(name, () => expectVerdict(complaints(document, { api: 'gemini', tail }), verdict))
  }
})
