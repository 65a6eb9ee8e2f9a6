import { describe, expect, test } from 'vitest'
import { checkRecords, checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import { partsIn } from '../../app/src/stores/clean/denied-parts.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { treeOf } from '../../app/src/stores/links/links.ts'
import { type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import { isObject, memberAt } from '../../app/src/stores/records/json.ts'
import { compacts, isLeftAlone } from './compacts.ts'

/** A session file, and what is to be found in it. */
export interface Sample {
  readonly name: string
  readonly path: string
  readonly records: readonly object[]
  /** What is found: rule and line, in the order of the file. */
  readonly found: readonly (readonly [rule: string, line: number])[]
  readonly options?: MendOptions
  /** Texts that go when it is mended: what only stood in for others. */
  readonly gone?: readonly string[]
}

/** Bytes of records, a line each; also in an array. */
export function fileOf(
  records: readonly object[],
  store: Pick<Store, 'arrayFile' | 'arrayMember'> = {},
): Buffer {
  return linesOf(
    records.map((record) => JSON.stringify(record)),
    store,
  )
}

function linesOf(
  lines: readonly string[],
  { arrayFile, arrayMember }: Pick<Store, 'arrayFile' | 'arrayMember'>,
): Buffer {
  if (arrayFile === undefined) return Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const list = `[\n${lines.join(',\n')}\n]`
  const whole =
    arrayMember === undefined ? list : `{"n":[1.50],${JSON.stringify(arrayMember)}:${list},"later":{"]":"}"}}`
  return Buffer.from(`${whole}\n`)
}

/** What every store keeps, on samples of its own. */
export function conforms(store: Store, samples: readonly Sample[]): void {
  describe.each(samples)(`${store.name}: $name`, ({ path, records, found, options, gone = [] }) => {
    const bytes = fileOf(records, store)
    const linesOf = (file: Uint8Array): string[] => recordsOf(store, file)
    // A record that comes or goes gives those behind it other numbers.
    const keptOf = (lines: readonly string[]): string[] => lines.map((line) => unnumbered(store, line))
    const countOf = (file: Uint8Array): number => readRecords(file, store).entries.length
    const judge = (file: Uint8Array) => checkRecords(store, path, file, options)
    const mend = (file: Uint8Array) => mendSession(openRecords(store, path, file), options)
    const isBroken = judge(bytes).found.some(({ severity }) => severity === 'refused')

    test('it is recognised', () => {
      expect(store.recognises(readRecords(bytes, store).entries.map(({ value }) => value))).toBeGreaterThan(
        0.5,
      )
      expect(store.recognises([])).toBe(0)
      expect(store.recognises([{ role: 'user', content: 'x' }])).toBe(0)
    })

    test('what is found is what is there', () => {
      expect(judge(bytes).found.map(({ rule, record }) => [rule, lineIn(record)])).toEqual(found)
    })

    test('a look sees what reading sees', () => {
      const { session, found: read } = judge(bytes)
      const looked = checkSession(store, path, { read: readFrom(bytes), whole: noWhole }, options)
      expect(looked.session).toEqual(session)
      expect(looked.found).toEqual(read)
    })

    test('lines that end in CRLF keep doing so', () => {
      const wide = (file: Uint8Array): string => Buffer.from(file).toString().replaceAll('\n', '\r\n')
      const made = mend(Buffer.from(wide(bytes))).bytes
      expect(Buffer.from(made).toString()).toBe(wide(mend(bytes).bytes))
    })

    test('what is plain is sound', () => {
      expect(checkRecords(readInFull(store), path, bytes, options).found).toEqual(judge(bytes).found)
    })

    test('nothing to do leaves the same buffer', () => {
      const sound = isBroken ? mend(bytes).bytes : bytes
      expect(mend(sound).bytes).toBe(sound)
      expect(
        mendSession(openRecords(store, path, bytes), { ...options, policy: 'report', isPartial: true }).bytes,
      ).toBe(bytes)
    })

    test('once mended it is sound, each time in the same way', () => {
      const before = Buffer.from(bytes)
      const mended = mend(bytes)
      expect(bytes.equals(before)).toBe(true)
      expect(mended.isSound).toBe(true)
      expect(judge(mended.bytes).found.filter(({ severity }) => severity === 'refused')).toEqual([])
      expect(Buffer.compare(mend(bytes).bytes, mended.bytes)).toBe(0)
      expect(mended.changes.length > 0).toBe(isBroken)
    })

    test('every parent that was there is there, and what records name is too', () => {
      expect(dangling(store, mend(bytes).bytes)).toEqual(dangling(store, bytes))
    })

    test('lines that nothing happens to keep their bytes and their order', () => {
      const strange = withStrangers(store, linesOf(bytes))
      const { bytes: made, changes } = mend(strange)
      const changed = new Set(
        changes.flatMap((change) => (change.do === 'insert' ? [] : lineIn(change.record))),
      )
      const kept = keptOf(linesOf(strange).filter((_, index) => !changed.has(index + 1)))
      expect(inOrder(keptOf(linesOf(made)), kept)).toEqual(kept)
    })

    test('members that nobody knows are kept in records that change', () => {
      const known = records.map((record) => ({ ...record, later: { x: 1 } }))
      const removed = mend(fileOf(known, store)).changes.filter((change) => change.do === 'remove').length
      const made = linesOf(mend(fileOf(known, store)).bytes)
      expect(made.filter((line) => line.includes('"later":{"x":1}')).length).toBe(records.length - removed)
    })

    test('all that was said is still there', () => {
      const said = stringsIn(jsonOf(store, mend(bytes).bytes)).join('\n')
      const isLost = (text: string): boolean => text.includes(' ') && !said.includes(text)
      expect(stringsIn(jsonOf(store, bytes)).filter(isLost)).toEqual(gone)
    })

    compacts(store, path, bytes, options)

    test.each(['strip', 'text'])(
      'cleaned of every tool (%s), it holds words and whole ways alone',
      (mode) => {
        const options = { deny: { tools: ['*'] }, isText: mode === 'text' }
        const cleaned = cleanSession(openRecords(store, path, bytes), options)
        if (isLeftAlone(store, cleaned)) {
          expect(cleaned.bytes).toBe(bytes)
          return
        }
        expect(cleaned.isClean).toBe(true)
        const { entries } = readRecords(cleaned.bytes, store)
        expect(entries.flatMap(({ value }) => partsIn(store, store.messageIn(value)?.message))).toEqual([])
        const lost = new Set(dangling(store, bytes))
        expect(dangling(store, cleaned.bytes).filter((id) => !lost.has(id))).toEqual([])
        const kept = textsIn(store, cleaned.bytes).join('\n')
        expect(textsIn(store, bytes).filter((text) => !kept.includes(text))).toEqual([])
        expect(cleanSession(openRecords(store, path, cleaned.bytes), options).bytes).toBe(cleaned.bytes)
      },
    )

    test('cut anywhere, each whole record is read', () => {
      const ends = readRecords(bytes, store).entries.map(({ end }) => end)
      const wrong: number[] = []
      for (let length = 0; length <= bytes.length; length++) {
        const read = readRecords(bytes.subarray(0, length), store)
        const isWhole = read.entries.every(({ end }, index) => end === ends[index])
        if (!isWhole || read.entries.length !== ends.filter((end) => end <= length).length) wrong.push(length)
      }
      expect(wrong).toEqual([])
    })

    test('cut anywhere, and gone on with, it can be mended', { timeout: cutsTimeout }, () => {
      const last = JSON.stringify(records.at(-1))
      for (const length of cutsIn(bytes)) {
        const cut = bytes.subarray(0, length)
        for (const file of [
          cut,
          Buffer.concat([cut, Buffer.from(`${last}\n`)]),
          Buffer.concat([cut, zeros]),
        ]) {
          const made = mend(file)
          expect([length, made.isSound, made.left.filter(({ severity }) => severity === 'refused')]).toEqual([
            length,
            true,
            [],
          ])
          expect(jsonOf(store, made.bytes).every(isObject)).toBe(true)
          expect([length, countOf(made.bytes)]).toEqual([length, countOf(file) + gain(made.changes)])
          expect(mendSession(openRecords(store, path, file), { ...options, policy: 'report' }).bytes).toBe(
            file,
          )
        }
      }
    })
  })
}

/** How many records a repair says that there are more: what is whole goes only by its name. */
function gain(changes: ReturnType<typeof mendSession>['changes']): number {
  const removed = changes.filter(({ do: act, why }) => act === 'remove' && !why.includes('unreadable'))
  return changes.filter((change) => change.do === 'insert').length - removed.length
}

/** The same store, of which every conversation is read in full. */
export function readInFull(store: Store): Store {
  const { plain: _, ...format } = store.format
  return { ...store, format }
}

const zeros = Buffer.alloc(16)

const noWhole = (): never => {
  throw new Error('A file that is not torn is not read as a whole.')
}

function lineIn(record: string | undefined): number {
  return Number(/^(?:line|message) (\d+)/.exec(record ?? '')?.[1])
}

/** The bytes of each record. */
function recordsOf(store: Store, bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('utf8')
  if (store.arrayFile === undefined) return text.split('\n').filter((line) => line !== '')
  return readRecords(bytes, store).entries.map(({ start, end }) =>
    Buffer.from(bytes.subarray(start, end)).toString('utf8'),
  )
}

function jsonOf(store: Store, bytes: Uint8Array): unknown[] {
  if (store.arrayFile !== undefined && bytes.length > 0) {
    const whole = JSON.parse(Buffer.from(bytes).toString('utf8')) as unknown
    return (store.arrayMember === undefined ? whole : memberAt(whole, [store.arrayMember])) as unknown[]
  }
  return recordsOf(store, bytes).map((line) => JSON.parse(line) as unknown)
}

/** A line without the number of its record. */
function unnumbered({ numbering }: Store, line: string): string {
  const [name] = numbering?.path ?? []
  return name === undefined ? line : line.replace(new RegExp(`,"${name}":\\d+`), '')
}

/** Those of the wanted lines that are there one after the other. */
function inOrder(lines: readonly string[], wanted: readonly string[]): string[] {
  let next = 0
  for (const line of lines) if (line === wanted[next]) next++
  return wanted.slice(0, next)
}

/** References to records that are not in the file. */
function dangling(store: Store, bytes: Uint8Array): unknown[] {
  const { links } = store
  if (links === undefined) return []
  const { entries } = readRecords(bytes, store)
  const tree = treeOf(entries, links)
  return entries.flatMap(({ value }) =>
    [links.parent, ...links.others, ...(links.starts ?? [])]
      .map((path) => memberAt(value, path))
      .filter((id) => typeof id === 'string' && tree.find(id) === undefined),
  )
}

/** All words of users and models, whichever conversation they are in. */
function textsIn(store: Store, bytes: Uint8Array): string[] {
  return readRecords(bytes, store).entries.flatMap(({ value }) => {
    const message = store.messageIn(value)?.message
    if (message === undefined) return []
    const { parts } = store.format.readTurn(message, 0, [], [])
    return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  })
}

/** The file with records that nobody knows between the others, printed as nobody else would. */
function withStrangers(store: Store, records: readonly string[]): Buffer {
  const strange = (index: number): string =>
    `{ "type" : "later-invention","n":1.50E+2, "text":"\\u00e9\\/ ${index}" }`
  const lines = records.flatMap((line, index) => [strange(index), line])
  return linesOf(lines, store)
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(stringsIn)
}

// Each byte where there is time for it.
const isDeep = process.env.MORTISE_DEEP === '1'
const step = isDeep ? 1 : 151
// A repair for each byte of a file takes minutes where the machine has other things to do.
const cutsTimeout = isDeep ? 1_800_000 : 120_000

/** Around each line break, and here and there in the lines. */
function cutsIn(bytes: Uint8Array): number[] {
  const cuts = new Set<number>()
  for (let at = 0; at <= bytes.length; at++) {
    if (at % step === 0 || bytes[at] === 10 || bytes[at - 1] === 10 || bytes[at - 2] === 10) cuts.add(at)
  }
  return [...cuts]
}
