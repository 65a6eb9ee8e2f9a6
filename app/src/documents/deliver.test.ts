import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDisk } from '../disk/index.ts'
import { type Delivered, type Delivery, deliverDocument } from './deliver.ts'
import type { MadeDocument } from './made.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-deliver-'))
  path = join(folder, 'a.json')
  writeFileSync(path, 'old')
})
afterEach(() => rmSync(folder, { recursive: true }))

const sound: MadeDocument = { bytes: Buffer.from('new'), isChanged: true, isSound: true }
const faulty: MadeDocument = { ...sound, isSound: false }
const unchanged: MadeDocument = { ...sound, bytes: Buffer.from('old'), isChanged: false }

function deliveryOf(made: MadeDocument, more: Partial<Delivery<MadeDocument>> = {}): Delivery<MadeDocument> {
  return {
    command: 'repair',
    bytes: Buffer.from('old'),
    path,
    output: { kind: 'in-place', path },
    isDry: false,
    isPartial: false,
    isForced: false,
    allow: [],
    openDisk: () => openDisk(join(folder, 'state')),
    make: () => made,
    ...more,
  }
}

async function delivered(delivery: Delivery<MadeDocument>): Promise<Delivered<MadeDocument>> {
  const outcome = await deliverDocument(delivery)
  if (outcome.is !== 'done') throw new Error(outcome.is)
  return outcome.delivered
}

describe('a file in place', () => {
  const rows: readonly [
    name: string,
    made: MadeDocument,
    more: Partial<Delivery<MadeDocument>>,
    held: boolean,
    text: string,
  ][] = [
    ['is rewritten if the new document is sound', sound, {}, false, 'new'],
    ['stays if nothing changed', unchanged, {}, false, 'old'],
    ['stays if faults would be left', faulty, {}, true, 'old'],
    ['is rewritten with faults if that was asked for', faulty, { isPartial: true }, false, 'new'],
    ['stays in a dry run', sound, { isDry: true }, false, 'old'],
  ]

  test.each(rows)('%s', async (_, made, more, isHeldBack, text) => {
    const { written, ...report } = await delivered(deliveryOf(made, more))
    expect(report).toMatchObject({ made, isHeldBack })
    expect(readFileSync(path, 'utf8')).toBe(text)
    const operation = text === 'new' ? expect.any(String) : null
    expect(written).toEqual(more.isDry ? undefined : { output: path, operation })
  })

  test('that another program wrote to meanwhile is made again of its new bytes, and told of once', async () => {
    const seen: string[] = []
    const told: MadeDocument[] = []
    const make = (bytes: Uint8Array): MadeDocument => {
      seen.push(Buffer.from(bytes).toString())
      if (seen.length === 1) writeFileSync(path, 'newer')
      return { ...sound, bytes: Buffer.from(`${Buffer.from(bytes)}, mended`) }
    }
    await delivered(deliveryOf(sound, { make, onMade: (made) => told.push(made) }))
    expect(seen).toEqual(['old', 'newer'])
    expect(told).toHaveLength(1)
    expect(readFileSync(path, 'utf8')).toBe('newer, mended')
  })
})

describe('another file', () => {
  const to = (name: string): Partial<Delivery<MadeDocument>> => ({
    output: { kind: 'file', path: join(folder, name) },
  })

  test('is written also with faults left in the document', async () => {
    const { written, isHeldBack } = await delivered(deliveryOf(faulty, to('b.json')))
    expect(written).toEqual({ output: join(folder, 'b.json'), operation: null })
    expect(isHeldBack).toBe(false)
    expect(readFileSync(join(folder, 'b.json'), 'utf8')).toBe('new')
  })

  test('is not replaced unless that is forced, and then it can be brought back', async () => {
    expect(await deliverDocument(deliveryOf(sound, to('a.json')))).toEqual({ is: 'exists' })
    expect(readFileSync(path, 'utf8')).toBe('old')
    const { written } = await delivered(deliveryOf(sound, { ...to('a.json'), isForced: true }))
    expect(written?.operation).toEqual(expect.any(String))
  })

  test('needs a folder', async () => {
    expect(await deliverDocument(deliveryOf(sound, to('none/b.json')))).toEqual({ is: 'no-folder' })
  })
})

test('a printed document opens no disk', async () => {
  const fail = (): never => {
    throw new Error('opened')
  }
  const { made, written } = await delivered(deliveryOf(sound, { output: { kind: 'print' }, openDisk: fail }))
  expect([made, written]).toEqual([sound, undefined])
})
