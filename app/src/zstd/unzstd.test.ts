import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { unzstd } from './unzstd.ts'

const limit = 1 << 24

// Made by zstd 1.5.4.
const sample =
  'KLUv/QRotRoANqZfJKAn6f7/NxH8txekUPFtH+uvhcm3bjMCaoRESimTlBLQ2/avTGkAUABOAKich8LA0RA4SMLOT9zjgUNhWU7DKIfM1Gk3xiKgwWiQHo+2NYOhADgPDBAODRFHsdKs7+8GOcxxLBIUFgOKhISFwXkcEDQKjC7ak22KvyXdw6FAOA+GQsLCcRKH0Wg8bvOEpW7OY2HxCFRU5FPtKa1JlIq2JEHnPC2d7b7ioa1Z6t39e860Uv+drq5kkb2yysxBkGT9W/uKnKQ5CHOWJSw8PdVis7tU08tZkJMgR2lOgoosT/Xm2l8GVXpZDOLe6XRGTpJ3NKHppvriqWKmyzs1ZqHn7S2NNY+3tURT8U6XmWZPnVipe1LLc+IszC6qs/J72/RyupZ7ftJ9StvmhkhJZQVJkFS7eWiFJ7Jdc9FlZij1UlGPJI7C1G+XiIqeVJRWsxFaUZlJ62oWXgK39lDJS9VZluI9z3jjJaLXu5Ch7a3R7vRcN7xpbWIn8n+VaGRcGoDlqDEaqUBEpGpBCmkzIERgjEF2HTEURlYUlSZJa1zkFtoILFgILnVsEBIUR0RoTJZINl4x52xaxJ5UV030VDeDkQpaXV3n6U0M9pLTBW4vajLiGDzYsZs5Yg7q3rYaWkaIOcK49H/ENcnJRTl8BWrMHosBUGgYdKRPO4bdxVAFylfvelGwKFOS8Xk6Fc19oAhXMVibjiQXuetYhPJUb+qkitWkKQHSQYQ0a5YKFNoWJhUQ23VL3xQS7+P9qgdp7Uu8++dD2cAdH2oSYyrsC19tvJjcaR7l5gbKG756oqVPH6QND7LHkCSl2YggXACGLHaR3BS2ol4nn0oaikl7TREnImNcGg6gd8fJrqKMus0lNguhlFHDeo/2wcotuZgHoExIdQ80BzAZ1TkhBqeXWl/wZXMaZy/2A4J1yyDwZCwNG9RoDiWsNhAGP4AsdTLEugpzIdV7bqnLgXcpJZqaHeQrNDHdZMWnY5CTWxY7hmS3zWGOOFAh7gPBagBioB4dOlG3QQoIAqD4QsNMt1FHIxDPboVE2+RF0+G5ol+WlpYBjc0FyFzkkB9uSaEE2MpBv+fF91IYfAfaZdC2Kta4rl8JIw7CUPrxv1oiS8vVQvwaFqWbZxX5SLBq'

test.each([
  ['words, at level 19', words(400), sample],
  [
    'words in blocks that take over tables, at level 19',
    words(700),
    'KLUv/QRoRS4AekgoCiagJxkO/v83Efy3F3vxwsg+1l8Lk2/dZjuq0Wwpk0xSSsDMvX9lArYAjwCNAC9+5nitoxjrPTnWco1nV1l1NDM7rX8Rss1jZOQ0ZTpRFePI2rI1GsSxEIZCJDlHZ+ihpFUuIb4JkRjEYRDIQhRDUzdEVyltP4Q4JBhoYBCQlNW/9B1oUJAkxKIgxFRhX64FhQAMCwyDPl8ru7CQAIB4wACCgwYRCKQIT067i0EoRINCAgUKAxISJFAwQBwOEGAo0CtNetrCs+tjh4YEBMRhQUEChQaiIBYYGA6W9xxhF+KwQOEQaKMgEIVsmTND4w/Ni9WaKxqq8mLi6ay4pLTDaUJkdcIz33ru2e+azWTqKi17ZYZWcp0LKY/yTG2jX08pIRHaSblL83isBnHcfJ3r1B1yniFSHbsZlpKMb2nJUrzPlXXg8dyXqixp2B8d04N1a0EkSuZhT3e68k0Ms55Wf1zPKxfX3XyoiHEYx7KhoamH0hNYqq0J+abj+2Ivv611maEysl2qwknLIrwbRKpzFWIHm/Q7IrrCO6x5tkl1hbVhfSq7ZCfTY1iDTmZEZ3X3Q7URckfMJocZzV9Z9DFRufhgqVY4Oabah4aOcrmry6JTb1ncm5ClvUG37DCeLj6txf3iYbMglqs7z11VwZsh8zNRbld0nmkZn1eqKnO04wUE8jTWqL1leqGZOiFd/d6UDqsfb7IuprOq4avcm3ZY2OSq8x+6iVl7f170Rzwa852+Z4vYvmiIgvPDmk/pXLV0BpFlh2wQ0lBWnTVjhzQ1riZP/9HxPsZy/Ira4rG2/7oex++0zLrwvYdkNYqCxpMzg71ZzSyHzolNMyxssHDMhmzMaei7nKT3mFwzgZCo4R1BRETEaiQFSZYDIQgBRFEetdQHQRgHRVKVlCatAQo7bJKGQpVDIjFBVG6XjMQG5zd10a8oaPUVkcGQGMIKr1w9tqMT4anzf5EF5wUFgUZPPCtonVFksoyUZ13v4foPTan0LJsC4m5dSYw1scVOBoQwY6yc6Hrj01+IoyRifmq3VzlG1NFhULbMncuP/jfBloBwRw9Z3es1ljs5zUmNn9Nd2leQ89saw1S3Ze2SB76+51VO49EGav2lGjdEAabrHKxs+TjniYMrYiDnJQTx/W5dhLY7Zc4KlRebGF3aVQ0cRm0xQMgepkshwvN/nIm0MwfRA2jBeHT/9tU1/7cwQb8DqL/ap4h0JvxIoby2ov1SkAYDuPpf+/GaCOf3brmVQ1QBz/UIhKmP520yj1y5vH+KOixhVhKTWuxIbkttERtHxhbZB8SKXgn21fgvH1TRgVA94u8ehRltjUcsgccgvVonxnNxFnjlnrYRMP2sAQjFmAT4OewshY0LdOczZDa6BsyHy1G7CFUVIMOoW+BIou8wt2/zxj7aFc56t2ZxJBWtTqzzcANILx7tlnunZiD+wZQdeHMYcQYDb1MKLRNiGxeX/5+PJ8Re5MFZRNWxvzVshGDpeFvLF3s4poHIF2KVXbAJabj4lc5mcyFcJGUsbMtB2AV8DY3wZvVS3YIiPVmZgDiI8GaCjQmF53hvxLQ6T296jl/mzepIMvyioATG9xqB0R6KgovdsIB9MRI4eV4ed40MyA3AOkPX3D4lWzCojyGFSzOL4FxoDbmBEnfr24p6OGktqUdMzaOKTSIpRuXwWbyXn94qkJk3bEliIZRkVAK9DvuR4KZIrAEspjxdCS4FrIxqGoIB/qVRL8CyM8ApE5sDwKqWIcASWAQ1KExDU9JSAt7gBWxGnd3wWEBScqi9S6Uc3N1NQVK+gxJCm9btrtgkHgiFm5QpBuQdsVofxwQQXBATQ/AGAGeQvuY6pAaCKRBWwOWRkBE3kqKPFnzWleaaka8tHMQomJYSJKXgElMwnFWxVAe/c2PqJLd2xsju1WGbFMw/Ojkwz6dihW5Bq23EsRo1fVBWmkKG+eJBWIbW13FXFW0x+Dc=',
  ],
  [
    'words, fast',
    words(60),
    'KLUv/QRIZQkAdBB0ZXh0IH0xODI2MDU3OTR0b29sICIgcmVzdWx0IHBhcnQ0MDczNTU2ODMxMTA1OTAyMTYxam9pbnQgdGV4bWVzc2FnZXVzZXIgeyAsIHVzZXIgfSBwYXJ0MTU1OTUyNzgyM1sg5qar5Y2vIGpvaW50IGNhbGwxOTMxNjU2NTgwIiByb2xlIG1vZGVsMzUzNzE4MzMwY2FsbCBbeyDmpqvlja99IF1dam9pbnQgdHVybiB0dXJuInBhcnQxNjU5Njc1MTQzdGV4dCByb2xlICBjYWxsICIgXSBqLCBmb3JtYXQgWzY3NDU5MjEzNWZvcm1hdCBwYXJ0ODg0NzMwMjAzdGV4dCAiIA0AIDwGO0YSiLCzFA1Z0kfESxk0ha9iGWtgsleKHYUH3TD1xUfgOQ==',
  ],
  [
    'bytes that repeat, without a checksum',
    Buffer.concat([words(40), Buffer.alloc(5000, 'ab'), words(40)]),
    'KLUv/QBYbQUAAkkfI8AlHf4ftFwP+vcaiZ0kJ5JMghCayObbKy5SSpl2kpxlI5wTA5ck+ThIujsF7TJdy+tNeEu2P5gGYqxY6TZ1d0oGKAQAFgOJbGIrcWPWR5BOwo5MF1yMvTT9+QjDO6jShBoj1WWKeRc6HrpEvjOxYRrp7/3RFiOVmD75TX8QAPdCOhQYnLxjHHAAAakhF6gyNAQYJHcVy2ggUR+cUOErWAZfKUwUHnTD1AM=',
  ],
])('%s', (_, content, packed) => {
  const bytes = Buffer.from(packed, 'base64')
  expect(contentOf(bytes)).toEqual(content)
  const frames = [bytes, skippable(3), bytes]
  expect(contentOf(Buffer.concat(frames))).toEqual(Buffer.concat([content, content]))
})

const hasZstd = spawnSync('zstd', ['--version']).status === 0

describe.skipIf(!hasZstd)('as zstd packs it', () => {
  const contents: readonly (readonly [string, Buffer])[] = [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from('a')],
    ['words', words(60_000)],
    [
      'three letters',
      Buffer.from(Array.from({ length: 600_000 }, (__, at) => 65 + ((at * at * 31 + at) % 3))),
    ],
    ['numbers', Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (__, at) => Math.sqrt(at))))],
    ['one byte again and again', Buffer.alloc(5_000_000, ' ')],
    ['words far apart', Buffer.concat([words(9000), Buffer.alloc(3_000_000, 'x'), words(9000)])],
  ]
  const levels = ['--fast=9', '-1', '-3', '-9', '-19', '-3 -B10K', '-3 --no-check']
  test.each(levels)('%s', (level) => {
    for (const [name, content] of contents) {
      const { stdout } = spawnSync('zstd', [...level.split(' '), '-c', '-'], {
        input: content,
        maxBuffer: limit,
      })
      expect(contentOf(stdout).equals(content), name).toBe(true)
    }
  })
})

test('damaged bytes are broken or something else, and never an exception', () => {
  const packed = Buffer.from(sample, 'base64')
  let seed = 1
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const states = new Set<string>()
  for (let round = 0; round < 4000; round++) {
    const bytes = Buffer.from(packed.subarray(0, packed.length - (round % 3 === 0 ? next(50) : 0)))
    for (let count = next(3); count >= 0; count--)
      bytes[next(round % 2 === 0 ? 60 : bytes.length)] = next(256)
    states.add(unzstd(bytes, 1 << 17).state)
  }
  expect([...states].sort()).toEqual(['broken', 'read', 'too-large'])
})

describe('a frame', () => {
  const stored = block(0, Buffer.from('abc'), true)
  test.each([
    ['whose window is 8 MB', frame({ window: 0x68 }, stored), 'read'],
    ['whose window is larger than 8 MB', frame({ window: 0x69 }, stored), 'too-large'],
    [
      'after another, whose window is larger',
      [...frame({ window: 0 }, stored), ...frame({ window: 0xa0 }, stored)],
      'too-large',
    ],
    ['of one segment that promises 4 GB', [...magic, 0xa0, 255, 255, 255, 255, ...stored], 'too-large'],
    ['that promises another size', [...magic, 0x20, 4, ...stored], 'broken'],
    ['that wants a dictionary', [...magic, 1, 0, 7, ...stored], 'broken'],
    ['with a block of no kind', frame({ window: 0 }, block(3, Buffer.from('abc'), true)), 'broken'],
    ['without an end', frame({ window: 0 }, block(0, Buffer.from('abc'), false)), 'broken'],
    ['with other bytes after it', [...frame({ window: 0 }, stored), 1, 2, 3, 4], 'broken'],
  ])('%s', (_, bytes, state) => {
    expect(unzstd(Uint8Array.from(bytes), limit).state).toBe(state)
  })
})

/** Steps are counted by blocks: a body of 60 MB that holds nothing has no more of them than one that holds 64 MB. */
describe('millions of pieces that hold nothing are refused', () => {
  test.each([
    [
      'empty blocks',
      Buffer.concat([frame({ window: 0x58 }, []), Buffer.alloc(30_000_000), block(0, Buffer.alloc(0), true)]),
    ],
    ['frames', Buffer.alloc(9_000_000, frame({ window: 0x58 }, block(0, Buffer.alloc(0), true)))],
    ['skippable frames', Buffer.alloc(8_000_000, skippable(0))],
    [
      'blocks of one byte',
      Buffer.concat([
        frame({ window: 0x58 }, []),
        Buffer.alloc(4_000_000, block(1, Buffer.from(' '), false)),
      ]),
    ],
  ])('%s', (_, bytes) => {
    expect(unzstd(bytes, limit).state).toBe('too-large')
  })
})

const magic = [0x28, 0xb5, 0x2f, 0xfd]

function frame({ window }: { readonly window: number }, blocks: Iterable<number>): Buffer {
  return Buffer.from([...magic, 0, window, ...blocks])
}

function block(kind: number, content: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(3)
  head.writeUIntLE((content.length << 3) | (kind << 1) | Number(isLast), 0, 3)
  return Buffer.concat([head, content])
}

function skippable(size: number): Buffer {
  return Buffer.from([0x5a, 0x2a, 0x4d, 0x18, size, 0, 0, 0, ...Buffer.alloc(size, 9)])
}

function contentOf(bytes: Uint8Array): Buffer {
  const read = unzstd(bytes, limit)
  if (read.state !== 'read') throw new Error(read.state)
  return Buffer.from(read.bytes)
}

/** The same words in every run. */
function words(count: number): Buffer {
  const list =
    'call result turn part format joint tool message role user model text 榫卯 { } [ ] " : ,'.split(' ')
  let seed = 1
  let text = ''
  for (let index = 0; index < count; index++) {
    seed = (seed * 48_271) % 2_147_483_647
    text += `${list[seed % list.length]}${seed % 7 === 0 ? seed : ' '}`
  }
  return Buffer.from(text)
}
