import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadScanIndex, resolveTarget, type Scanned, type Sight } from '../../app/src/disk/index.ts'
import { makeScratch, must, type Scratch } from './scratch.ts'

let scratch: Scratch
let stat: Sight
beforeEach(() => {
  scratch = makeScratch()
  stat = must(resolveTarget(scratch.disk(), scratch.path)).stat
})
afterEach(() => scratch.remove())

const scanned: Scanned = {
  brief: 'x',
  verdict: { health: 'broken', rules: ['ä'] },
  tailOffset: 12,
  openCalls: ['a'],
}

function plain(known: Scanned | undefined): Scanned | undefined {
  if (known === undefined) return undefined
  const { brief, verdict, tailOffset, openCalls } = known
  return { brief, verdict, tailOffset, openCalls }
}

test('what was learned is known again, until the file differs', () => {
  const index = loadScanIndex(scratch.disk())
  expect(index.known(scratch.path, stat)).toBeUndefined()
  index.learn(scratch.path, stat, scanned)
  expect(index.save()).toBe(true)
  const again = loadScanIndex(scratch.disk())
  expect(plain(again.known(scratch.path, stat))).toEqual(scanned)
  const grown = { ...stat, size: stat.size + 1 }
  expect(again.known(scratch.path, grown)).toBeUndefined()
  expect(plain(again.begun(scratch.path, grown))).toEqual(scanned)
  expect(again.known(scratch.path, { ...stat, modified: stat.modified + 0.001 })).toBeUndefined()
  expect(again.known(scratch.path, { ...stat, inode: stat.inode + 1 })).toBeUndefined()
  expect(again.begun(scratch.path, { ...grown, inode: stat.inode + 1 })).toBeUndefined()
})

test('files that are gone are forgotten, others stay though nobody asked for them', () => {
  const index = loadScanIndex(scratch.disk())
  index.learn(scratch.path, stat, scanned)
  index.learn(join(scratch.folder, 'gone'), stat, scanned)
  index.save()
  const second = loadScanIndex(scratch.disk())
  second.learn(join(scratch.folder, 'other.jsonl'), stat, scanned)
  second.save()
  const third = loadScanIndex(scratch.disk())
  expect(plain(third.known(scratch.path, stat))).toEqual(scanned)
  expect(third.known(join(scratch.folder, 'gone'), stat)).toBeUndefined()
})

test('a damaged index is an empty one, and is written anew', () => {
  const index = loadScanIndex(scratch.disk())
  index.learn(scratch.path, stat, scanned)
  index.save()
  const path = join(scratch.state, 'index')
  const text = readFileSync(path, 'utf8')
  for (const damage of [
    '',
    'x',
    text.slice(0, -1),
    text.replace('broken', 'sounds'),
    text.replace('1', '2'),
  ]) {
    writeFileSync(path, damage)
    const damaged = loadScanIndex(scratch.disk())
    expect(damaged.known(scratch.path, stat), damage).toBeUndefined()
    damaged.learn(scratch.path, stat, scanned)
    expect(damaged.save()).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test('nothing is written where nothing was learned, and 5,000 files are kept', () => {
  expect(loadScanIndex(scratch.disk()).save()).toBe(true)
  expect(existsSync(scratch.state)).toBe(false)
  const index = loadScanIndex(scratch.disk())
  for (let each = 0; each < 5000; each += 1)
    index.learn(`/a/long/path/of/sessions/${each}.jsonl`, stat, scanned)
  index.save()
  const again = loadScanIndex(scratch.disk())
  expect(plain(again.known('/a/long/path/of/sessions/4999.jsonl', stat))).toEqual(scanned)
})
