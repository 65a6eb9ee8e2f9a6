import { describe, expect, test } from 'vitest'
import { repair, repairBytes, rulebooks, scan } from '../index.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { imageGone } from '../texts/fixed.ts'

const image = (width: number, height = 1): object => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const sides = Buffer.alloc(8)
  sides.writeUInt32BE(width, 0)
  sides.writeUInt32BE(height, 4)
  const data = Buffer.concat([head, sides]).toString('base64')
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
}
const heavy = (length: number): object => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/webp', data: 'A'.repeat(length) },
})
const few = (count: number): object[] => Array.from({ length: count }, () => image(9))
const gone = (width: number, height = 1): object => ({ type: 'text', text: imageGone(width, height) })
const user = (content: readonly object[]): object => ({ role: 'user', content })
const sentence =
  'image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels'
const sentenceOfMany = sentence.replace(': 8000', ' for many-image requests: 2000')

describe('images that are too large', () => {
  test.each<[string, object[], object[]]>([
    ['as large as they may be', [image(8000, 8000)], [image(8000, 8000)]],
    ['too wide', [image(8001)], [gone(8001)]],
    ['too tall', [image(1, 8001)], [gone(1, 8001)]],
    ['both, between others', [image(9), image(9000, 9000), image(8)], [image(9), gone(9000, 9000), image(8)]],
    ['large among twenty', [...few(19), image(2001)], [...few(19), image(2001)]],
    ['large among more', [...few(20), image(2001)], [...few(20), gone(2001)]],
    ['none large among more', [...few(20), image(2000, 2000)], [...few(20), image(2000, 2000)]],
    [
      'no more go than are too many',
      [image(2001), ...few(18), image(2002), image(2003)],
      [gone(2001), ...few(18), image(2002), image(2003)],
    ],
    [
      'all that are large, where the others are many by themselves',
      [image(2001), ...few(25), image(2002)],
      [gone(2001), ...few(25), gone(2002)],
    ],
    [
      'what goes anyway is none of the many',
      [image(2001), ...few(19), image(9000)],
      [image(2001), ...few(19), gone(9000)],
    ],
  ])('%s', (_, shown, left) => {
    const { document } = repair([user(shown)], { api: 'anthropic' })
    expect(document).toEqual([user(left)])
  })

  test('where only many are measured', () => {
    const anthropic = rulebooks.find(({ name }) => name === 'anthropic') as Rulebook
    const row = { severity: 'refused', evidence: 'reported', ofMany: { most: 1, maximum: 9 } } as const
    const api = { ...anthropic, rows: { ...anthropic.rows, 'image-too-large': row } }
    expect(scan([user([image(9000)])], api)).toEqual([])
    expect(scan([user([image(9), image(10)])], api)).toMatchObject([{ at: [0, 'content', 1] }])
  })

  test('too much data, as an object and in bytes', () => {
    const limit = 10_485_760
    const body = (length: number): object => ({ model: 'claude-opus-5', messages: [user([heavy(length)])] })
    expect(scan(body(limit), 'anthropic')).toEqual([])
    const found = scan(body(limit + 1), 'anthropic')
    expect(found.map(({ at, message, says }) => [at, message, says])).toEqual([
      [
        ['messages', 0, 'content', 0],
        'The data of this image are 10485761 characters long, and the API takes 10485760 at most.',
        'messages.0.content.0.image.source.base64: image exceeds 10 MB maximum: 10485761 bytes > 10485760 bytes',
      ],
    ])
    const mended = { model: 'claude-opus-5', messages: [user([gone(0)])] }
    expect(repair(body(limit + 1), { api: 'anthropic' }).document).toEqual(mended)
    const { bytes } = repairBytes(Buffer.from(JSON.stringify(body(limit + 1))), { api: 'anthropic' })
    expect(JSON.parse(Buffer.from(bytes).toString())).toEqual(mended)
  })

  test('are told apart, in the words of the API', () => {
    const found = scan([user([image(9000), ...few(20), image(2500)])], 'anthropic')
    expect(found.map(({ at, message, says }) => [at, message, says])).toEqual([
      [
        [0, 'content', 0],
        'This image is 9000 x 1 pixels large, and the API takes 8000 a side at most.',
        `messages.0.content.0.${sentence}`,
      ],
      [
        [0, 'content', 21],
        'This image is 2500 x 1 pixels large, and beside so many others the API takes 2000 a side at most.',
        `messages.0.content.21.${sentenceOfMany}`,
      ],
    ])
  })
})
