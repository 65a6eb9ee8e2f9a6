import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  loadScanIndex,
  resolveTarget,
  type Scanned,
  type Target,
  targetIn,
} from '../../app/src/disk/index.ts'
import { makeScratch, must, type Scratch } from './scratch.ts'

let scratch: Scratch
let target: Target
beforeEach(() => {
  scratch = makeScratch()
  target = must(resolveTarget(scratch.disk(), scratch.path))
})
afterEach(() => scratch.remove())

const scanned: Scanned = {
  key: 'by us',
  verdict: { health: 'broken', rules: ['ä'] },
}

function plain(known: Scanned | undefined): Scanned | undefined {
  if (known === undefined) return undefined
  const { key, verdict } = known
  return { key, verdict }
}

/** The file as it would look with other numbers. */
function changed(change: Partial<Target['stat']>): Pick<Target, 'folder' | 'name' | 'stat'> {
  const { folder, name, stat } = target
  return { folder, name, stat: { ...stat, ...change } }
}

function beside(name: string): Target {
  return targetIn(target.folder, name, target.stat)
}

test('what was learned is known again, until the file differs', () => {
  const index = loadScanIndex(scratch.disk())
  expect(index.known(target)).toBeUndefined()
  index.learn(target, scanned)
  expect(index.save()).toBe(true)
  const again = loadScanIndex(scratch.disk())
  expect(plain(again.known(target))).toEqual(scanned)
  const { size, modified, inode } = target.stat
  expect(again.known(changed({ size: size + 1 }))).toBeUndefined()
  expect(again.known(changed({ modified: modified + 0.001 }))).toBeUndefined()
  expect(again.known(changed({ inode: inode + 1 }))).toBeUndefined()
})

test('files that are gone are forgotten, others stay though nobody asked for them', () => {
  const index = loadScanIndex(scratch.disk())
  index.learn(target, scanned)
  index.learn(beside('gone'), scanned)
  index.save()
  const second = loadScanIndex(scratch.disk())
  second.learn(beside('other.jsonl'), scanned)
  second.save()
  const third = loadScanIndex(scratch.disk())
  expect(plain(third.known(target))).toEqual(scanned)
  expect(third.known(beside('gone'))).toBeUndefined()
})

test('a damaged index is an empty one, and is written anew', () => {
  const index = loadScanIndex(scratch.disk())
  index.learn(target, scanned)
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
    expect(damaged.known(target), damage).toBeUndefined()
    damaged.learn(target, scanned)
    expect(damaged.save()).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test('nothing is written where nothing was learned, and 5,000 files are kept', () => {
  expect(loadScanIndex(scratch.disk()).save()).toBe(true)
  expect(existsSync(scratch.state)).toBe(false)
  const index = loadScanIndex(scratch.disk())
  for (let each = 0; each < 5000; each += 1)
    index.learn(targetIn('/a/long/path/of/sessions', `${each}.jsonl`, target.stat), scanned)
  index.save()
  const again = loadScanIndex(scratch.disk())
  expect(plain(again.known(targetIn('/a/long/path/of/sessions', '4999.jsonl', target.stat)))).toEqual(scanned)
})

test.each([
  ['in the order of the time before', 'a b c'],
  ['in another order', 'c b a'],
  ['one again and again', 'b b a b'],
  ['with one that is new in between', 'a new b c'],
  ['with one that is gone', 'a c'],
])('files are known by their names, asked for %s', (_, names) => {
  const index = loadScanIndex(scratch.disk())
  const withKey = (key: string): Scanned => ({ ...scanned, key })
  const elsewhere = targetIn('/elsewhere', 'b', target.stat)
  for (const name of ['a', 'b', 'c']) index.learn(beside(name), withKey(name))
  index.learn(elsewhere, withKey('another b'))
  expect(index.save()).toBe(true)
  const again = loadScanIndex(scratch.disk())
  for (const name of names.split(' ')) {
    expect(again.known(beside(name))?.key, name).toBe(name === 'new' ? undefined : name)
    expect(again.known(elsewhere)?.key).toBe('another b')
  }
})

test('what is learned anew takes the place of what was known', () => {
  const index = loadScanIndex(scratch.disk())
  for (const name of ['a', 'b']) index.learn(beside(name), scanned)
  index.save()
  const second = loadScanIndex(scratch.disk())
  const other: Scanned = { key: 'by others', verdict: ['ö'] }
  second.learn(beside('b'), other)
  second.learn(beside('c'), scanned)
  expect(['a', 'b', 'c'].map((name) => plain(second.known(beside(name))))).toEqual([scanned, other, scanned])
  second.save()
  const third = loadScanIndex(scratch.disk())
  expect(['a', 'b', 'c'].map((name) => plain(third.known(beside(name))))).toEqual([scanned, other, scanned])
})
