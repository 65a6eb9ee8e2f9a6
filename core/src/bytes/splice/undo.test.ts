import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../text/base64.ts'
import { encode } from '../text/utf8.ts'
import { digestOf } from './digest.ts'
import { spliceBytes } from './splice.ts'
import { applySplices } from './splices.ts'
import { applyUndo, type Undo } from './undo.ts'

const before = encode('{"a": "\\u00e4", "b": [1.0]}')
const edits = [{ do: 'replace', at: ['a'], from: 'ä', value: 'ö', why: 'test' }] as const

function made(): { bytes: Uint8Array; undo: Undo } {
  const outcome = spliceBytes(before, { edits })
  if (!outcome.ok) throw outcome.error
  return outcome.value
}

describe('undo', () => {
  test('says what it puts back, as JSON', () => {
    expect(JSON.parse(JSON.stringify(made().undo.splices))).toEqual([
      { start: 6, end: 14, insert: Buffer.from('"\\u00e4"').toString('base64') },
    ])
  })

  test('restores the bytes', () => {
    const { bytes, undo } = made()
    const undone = applyUndo(bytes, undo)
    expect(undone.ok && Buffer.from(undone.value).toString()).toBe(Buffer.from(before).toString())
  })

  test('holds nothing of a string that was only wrapped', () => {
    const text = 'long '.repeat(100)
    const value = [{ type: 'text', text }]
    const wrap = [{ do: 'replace', at: ['content'], from: text, value, why: 'test' }] as const
    const outcome = spliceBytes(encode(JSON.stringify({ content: text })), { edits: wrap })
    expect(outcome.ok && outcome.value.undo.splices.map(({ insert }) => insert)).toEqual(['', ''])
  })

  test('of an empty plan gives the same buffer', () => {
    const outcome = spliceBytes(before, { edits: [] })
    expect(outcome.ok && outcome.value.bytes).toBe(before)
    const undone = outcome.ok && applyUndo(before, outcome.value.undo)
    expect(undone ? undone.ok && undone.value : undefined).toBe(before)
  })

  const damaged: [string, (undo: Undo) => Undo][] = [
    ['that fits other bytes', (undo) => ({ ...undo, fits: digestOf(before) })],
    ['with other bytes to put back', (undo) => withSplice(undo, { insert: 'AAAA' })],
    ['with something else than bytes', (undo) => withSplice(undo, { insert: '?' })],
    ['out of bounds', (undo) => withSplice(undo, { end: 1000 })],
    ['before the start', (undo) => withSplice(undo, { start: -1 })],
    ['between two offsets', (undo) => withSplice(undo, { start: 5.5 })],
    ['with a part missing', (undo) => ({ ...undo, splices: [] })],
    ['out of order', (undo) => ({ ...undo, splices: [...undo.splices, ...undo.splices] })],
  ]
  test.each(damaged)('refuses an undo %s', (_, damage) => {
    const { bytes, undo } = made()
    const outcome = applyUndo(bytes, damage(undo))
    expect(outcome.ok ? '' : outcome.error.code).toBe('stale-undo')
  })

  test.each([
    ['one byte changed', (bytes: Uint8Array) => bytes.map((byte, index) => (index === 3 ? byte ^ 1 : byte))],
    ['one byte less', (bytes: Uint8Array) => bytes.subarray(1)],
    ['one byte more', (bytes: Uint8Array) => Uint8Array.of(...bytes, 0x0a)],
    [
      'two words swapped',
      (bytes: Uint8Array) => Uint8Array.of(...bytes.slice(4, 8), ...bytes.slice(0, 4), ...bytes.slice(8)),
    ],
  ])('refuses bytes with %s', (_, change) => {
    const { bytes, undo } = made()
    expect(applyUndo(change(bytes), undo).ok).toBe(false)
  })
})

function withSplice(undo: Undo, changes: Partial<Undo['splices'][number]>): Undo {
  return { ...undo, splices: undo.splices.map((splice) => ({ ...splice, ...changes })) }
}

describe('base64', () => {
  test('is that of everybody else', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(toBase64(bytes)).toBe(text)
        expect(fromBase64(text)).toEqual(bytes)
      }),
    )
  })

  test.each(['A', 'AA', 'AAA', '=AAA', 'A===', 'AA=A', 'AAA-', 'AAAA\n'])('refuses %j', (text) => {
    expect(fromBase64(text)).toBeUndefined()
  })
})

describe('applySplices', () => {
  const insert = encode('x')
  test.each([
    [
      'out of order',
      [
        { start: 3, end: 4 },
        { start: 1, end: 2 },
      ],
    ],
    [
      'over each other',
      [
        { start: 0, end: 2 },
        { start: 1, end: 3 },
      ],
    ],
    ['backwards', [{ start: 2, end: 1 }]],
    ['out of bounds', [{ start: 0, end: 5 }]],
  ])('throws on splices %s', (_, spans) => {
    expect(() =>
      applySplices(
        encode('abcd'),
        spans.map((span) => ({ ...span, insert })),
      ),
    ).toThrow(expect.objectContaining({ name: 'MortiseError', code: 'bad-option' }))
  })

  test('works on records of a larger buffer', () => {
    const buffer = encode('{"a":1}\n{"a":2}\n{"a":3}\n')
    const record = buffer.subarray(8, 15)
    const outcome = spliceBytes(record, {
      edits: [{ do: 'replace', at: ['a'], from: 2, value: [], why: '' }],
    })
    const splice = { start: 8, end: 15, insert: outcome.ok ? outcome.value.bytes : record }
    expect(Buffer.from(applySplices(buffer, [splice])).toString()).toBe('{"a":1}\n{"a":[]}\n{"a":3}\n')
  })
})
