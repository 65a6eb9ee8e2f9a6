import { describe, expect, test } from 'vitest'
import { isPlain } from '../../core/src/engine/plain/plain.ts'
import { headLength } from '../../core/src/model/picks.ts'
import { laws } from '../laws/laws.ts'
import { apiOf } from '../laws/task.ts'

const base64 = (...bytes: readonly (readonly number[])[]): string =>
  Buffer.from(bytes.flat()).toString('base64')
const two = (value: number): number[] => [value >> 8, value & 0xff]
const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...two(body.length + 2),
  ...body,
]

/** A photo with so many bytes before it says how large it is. */
const photo = (before: number, side: number, after = 0): object =>
  image(
    base64(
      [0xff, 0xd8],
      segment(0xe1, Array(before).fill(7)),
      segment(0xc0, [8, ...two(side), ...two(side)]),
      Array(after).fill(0),
    ),
  )
const image = (data: string): object => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/jpeg', data },
})
const small = photo(10, 100)
const large = photo(10, 3000)

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const call = (id: string): object => model([{ type: 'tool_use', id, name: 'look', input: {} }])
const result = (id: string, content: unknown): object =>
  user([{ type: 'tool_result', tool_use_id: id, content }])
const look = (id: number, ...shown: readonly object[]): object[] => [
  call(`t${id}`),
  result(`t${id}`, [{ type: 'text', text: 'see' }, ...shown]),
]
/** So many calls with an image each. */
const looks = (count: number, from: number, shown = small): object[] =>
  Array.from({ length: count }, (_, index) => look(from + index, shown)).flat()
const lost = [call('lost'), user('go on')]
const plain = Array.from({ length: 20 }, (_, index) => look(1000 + index)).flat()

const beyond = headLength * 0.75

describe('a look at images', () => {
  test.each<[string, object[], boolean, string[]]>([
    ['a small one with much data', [user([photo(10, 100, 2 * headLength)])], true, []],
    ['a huge one with much data', [user([photo(10, 9000, 2 * headLength)])], false, ['image-too-large']],
    ['a small one whose size comes late', [user([photo(beyond, 100)])], true, []],
    ['a huge one whose size comes late', [user([photo(beyond, 9000)])], false, ['image-too-large']],
    ['one that is no image, with little data', [user([image('a'.repeat(99))])], true, []],
    ['one that is no image, with much data', [user([image('a'.repeat(headLength))])], false, []],
    ['one with other characters, in its beginning', [user([image(`é${'a'.repeat(headLength)}`)])], false, []],
    ['one in a result', look(1, small), true, []],
    ['a huge one in a result', look(1, photo(10, 8001)), false, ['image-too-large']],
    ['one after results', [call('a'), user([...contentOf(result('a', 'ok')), small])], true, []],
    [
      'a huge one after results',
      [call('a'), user([...contentOf(result('a', 'ok')), photo(9, 8001)])],
      false,
      ['image-too-large'],
    ],
    ['a huge one that the model shows', [user('hi'), model([photo(9, 8001)])], false, ['image-too-large']],
    ['twenty, all large', looks(20, 0, large), true, []],
    ['many, none large', looks(30, 0), true, []],
    ['many, the first large', [...look(99, large), ...looks(20, 0)], false, ['image-too-large']],
    ['many, the last large', [...looks(20, 0), ...look(99, large)], false, ['image-too-large']],
    [
      'many far apart, of which a large one stands beside another fault',
      [...looks(20, 0), ...plain, ...look(99, large), ...lost],
      false,
      ['image-too-large', 'call-without-result'],
    ],
    [
      'many far apart, of which one stands beside another fault',
      [...look(99, large), ...looks(19, 0), ...plain, call('lost'), user([small])],
      false,
      ['image-too-large', 'call-without-result'],
    ],
    [
      'few far apart, with another fault',
      [...looks(19, 0, large), ...plain, ...lost],
      false,
      ['call-without-result'],
    ],
    [
      'many far apart, none large, with another fault',
      [...looks(30, 0), ...plain, ...lost],
      false,
      ['call-without-result'],
    ],
  ])('%s', (_, messages, isSound, rules) => {
    const document = { messages: [user('go'), ...messages] }
    expect(isPlain(document, apiOf('anthropic', document), 'rest')).toBe(isSound)
    const { found } = laws({ document, api: 'anthropic', policy: 'keep', tail: 'rest' })
    expect(found.map(({ rule }) => rule)).toEqual(rules)
  })
})

function contentOf(message: object): readonly unknown[] {
  const { content } = message as { readonly content: readonly unknown[] }
  return content
}
