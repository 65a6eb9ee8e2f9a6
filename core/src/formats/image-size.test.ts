import { describe, expect, test } from 'vitest'
import { imageSize } from './image-size.ts'

const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, index) => (value >> (8 * (bytes - 1 - index))) & 0xff)
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse()
const word = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0))
const base64 = (...bytes: readonly (readonly number[])[]): string =>
  Buffer.from(bytes.flat()).toString('base64')

const segment = (marker: number, body: readonly number[]): number[] => [
  0xff,
  marker,
  ...big(body.length + 2, 2),
  ...body,
]
const frame = (marker: number, width: number, height: number): number[] =>
  segment(marker, [8, ...big(height, 2), ...big(width, 2), 3, 1, 0x22, 0])
const start = [0xff, 0xd8]
const jfif = segment(0xe0, [...word('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])

const png = (width: number, height: number): string =>
  base64(word('\x89PNG\r\n\x1a\n'), big(13, 4), word('IHDR'), big(width, 4), big(height, 4), [8, 6, 0, 0, 0])
const gif = (version: string): string => base64(word(version), little(640, 2), little(9001, 2), [0xf7, 0, 0])
const webp = (chunk: string, ...body: readonly number[]): string =>
  base64(word('RIFF'), little(100, 4), word('WEBP'), word(chunk), little(80, 4), body)

const lossy = webp('VP8 ', 0x10, 0x02, 0, 0x9d, 1, 0x2a, ...little(0x4000 | 550, 2), ...little(368, 2))
const lossless = webp('VP8L', 0x2f, ...little((386 - 1) | ((395 - 1) << 14), 4))
const canvas = webp('VP8X', 0x10, 0, 0, 0, ...little(9000 - 1, 3), ...little(70_000 - 1, 3))
const photo = base64(start, jfif, segment(0xdb, [0, 1, 2]), segment(0xc4, [0]), frame(0xc0, 3024, 4032))

describe('the size that an image says it has', () => {
  test.each([
    ['PNG', png(8001, 12), { width: 8001, height: 12 }],
    ['PNG, very wide', png(0x7fffffff, 1), { width: 0x7fffffff, height: 1 }],
    // One pixel, as it is found in the wild.
    [
      'a whole PNG',
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      { width: 1, height: 1 },
    ],
    ['a whole GIF', 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', { width: 1, height: 1 }],
    ['a whole WebP', 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', { width: 1, height: 1 }],
    [
      'a whole WebP without losses',
      'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
      { width: 1, height: 1 },
    ],
    ['GIF of 1987', gif('GIF87a'), { width: 640, height: 9001 }],
    ['GIF of 1989', gif('GIF89a'), { width: 640, height: 9001 }],
    ['WebP with losses', lossy, { width: 550, height: 368 }],
    ['WebP without losses', lossless, { width: 386, height: 395 }],
    ['WebP with a canvas', canvas, { width: 9000, height: 70_000 }],
    ['JPEG', photo, { width: 3024, height: 4032 }],
    ['JPEG, progressive', base64(start, jfif, frame(0xc2, 20, 10)), { width: 20, height: 10 }],
    ['JPEG, the last kind', base64(start, frame(0xcf, 20, 10)), { width: 20, height: 10 }],
    [
      'JPEG with bytes between segments',
      base64(start, jfif, [0xff, 0xff], frame(0xc1, 20, 10)),
      { width: 20, height: 10 },
    ],
    [
      'JPEG behind a thumbnail',
      base64(start, segment(0xe1, Array(60_000).fill(0xff)), frame(0xc0, 9, 8)),
      { width: 9, height: 8 },
    ],
  ])('%s', (_, data, size) => {
    expect(imageSize(data)).toEqual(size)
  })

  test.each([
    ['nothing', ''],
    ['words', 'see attached'],
    ['an address', 'data:image/png;base64,iVBORw0KGgo='],
    ['no base64', 'iVBO\u0000\u0001é🙂 and so on, for quite a while, without an end'],
    ['a PDF', base64(word('%PDF-1.7'))],
    [
      'a PNG that starts with another chunk',
      base64(word('\x89PNG\r\n\x1a\n'), big(4, 4), word('CgBI'), big(9, 4), big(9, 4)),
    ],
    ['almost a PNG', base64(word('\x89PNG\n\n\x1a\n'), big(13, 4), word('IHDR'), big(9, 4), big(9, 4))],
    ['a PNG of no width', png(0, 9)],
    ['a GIF of another year', gif('GIF90a')],
    ['a sound in RIFF', base64(word('RIFF'), little(9, 4), word('WAVE'), word('VP8X'), Array(20).fill(1))],
    ['a WebP of another kind', webp('ALPH', ...Array(20).fill(1))],
    ['a WebP with losses and no start of a frame', webp('VP8 ', ...Array(20).fill(1))],
    ['a WebP without losses and no signature', webp('VP8L', ...Array(20).fill(1))],
    ['a JPEG with its picture before its size', base64(start, jfif, segment(0xda, [1]), frame(0xc0, 9, 9))],
    ['a JPEG that ends at once', base64(start, [0xff, 0xd9], frame(0xc0, 9, 9))],
    ['a JPEG with a segment of no length', base64(start, [0xff, 0xe0, 0, 1], frame(0xc0, 9, 9))],
    ['a JPEG with junk between segments', base64(start, jfif, [0], frame(0xc0, 9, 9))],
    ['a JPEG whose height comes later', base64(start, frame(0xc0, 9, 0))],
    ['a JPEG of nothing but markers', base64([0xff, 0xd8], Array(999).fill(0xff))],
  ])('is not told by %s', (_, data) => {
    expect(imageSize(data)).toBeUndefined()
  })

  test.each([
    ['PNG', png(8001, 12), 24],
    ['GIF', gif('GIF89a'), 10],
    ['WebP with losses', lossy, 30],
    ['WebP without losses', lossless, 25],
    ['WebP with a canvas', canvas, 30],
    ['JPEG', base64(start, jfif, frame(0xc0, 9, 8)), 2 + jfif.length + 9],
  ])('%s: of data that is cut, once its bytes are there', (_, data, bytes) => {
    const size = imageSize(data)
    const needed = Math.floor((bytes * 8 + 5) / 6)
    for (let length = 0; length <= data.length; length++) {
      const told = length >= needed ? size : undefined
      expect(imageSize(data.slice(0, length)), `${length} characters`).toEqual(told)
      expect(imageSize(data, length), `${length} of all characters`).toEqual(told)
    }
  })
})
