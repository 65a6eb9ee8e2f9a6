import { apply, type Format, formats, whole } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { parentEdit } from '../../app/src/stores/changes/record-edits.ts'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import type { Entry, Links, NewRecord, Session, Store } from '../../app/src/stores/contract/store.ts'
import { treeOf } from '../../app/src/stores/links/links.ts'
import { reparent } from '../../app/src/stores/links/reparent.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { lookOver, readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import { isObject, type JsonObject } from '../../app/src/stores/records/json.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'

// Two agents that nobody uses: one keeps its records in a row, the other in a tree whose last record is the leaf.

const chat = formats.find(({ name }) => name === 'openai-chat') as Format
const message = chat.picks.each ?? {}

const row: Store = {
  name: 'row',
  title: 'Row',
  format: { ...chat, name: 'row' },
  picks: { members: { kind: whole, says: message } },
  links: undefined,
  copes: [{ does: 'heals', rules: ['null-content'] }],
  places: () => [],
  recognises: (values) => (values.some(({ kind }) => kind === 'row') ? 1 : 0),
  open: (entries) => ({
    ...session,
    lanes: [{ name: 'main', turns: turnsIn(entries), leaf: entries.length - 1 }],
  }),
  branches: (entries) => [{ name: 'main', turns: turnsIn(entries), leaf: entries.length - 1 }],
  messageIn: ({ says }) => (isObject(says) ? { message: says, path: ['says'] } : undefined),
  wrap: ({ message: says }) => ({ kind: 'row', says }),
}

const session = {
  id: 'x',
  title: undefined,
  folder: undefined,
  api: 'openai',
  readOnly: undefined,
  resume: undefined,
}

function turnsIn(entries: readonly Entry[]): number[] {
  return entries.filter(({ value }) => isObject(value.says)).map(({ index }) => index)
}

const links: Links = { id: ['id'], shape: 'short', parent: ['up'], others: [['about']] }

const tree: Store = {
  ...row,
  name: 'tree',
  title: 'Tree',
  format: { ...chat, name: 'tree' },
  picks: { members: { kind: whole, id: whole, up: whole, about: whole, says: message } },
  links,
  copes: [],
  recognises: (values) => (values.some(({ kind }) => kind === 'head' || kind === 'leaf') ? 1 : 0),
  open(entries) {
    const way: number[] = []
    const { parentOf } = treeOf(entries, links)
    const leaf = entries.length - 1
    for (let at = leaf < 0 ? undefined : leaf; at !== undefined && !way.includes(at); at = parentOf(at))
      way.unshift(at)
    const turns = way.filter((index) => isObject(entries[index]?.value.says))
    return { ...session, lanes: [{ name: 'main', turns, leaf }] }
  },
  wrap: ({ message: says, id }: NewRecord) => ({ kind: 'leaf', id, up: null, says }),
  isHeader: ({ kind }) => kind === 'head',
}

const ask = { role: 'user', content: 'how is it' }
const calls = (...ids: string[]): JsonObject => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
})
const answers = (id: string, content = `it is ${id}`): JsonObject => ({
  role: 'tool',
  tool_call_id: id,
  content,
})
const says = (content: string): JsonObject => ({ role: 'assistant', content })

const inRow = (...messages: JsonObject[]): JsonObject[] =>
  messages.map((each) => ({ kind: 'row', says: each }))

/** Records in a chain under a header; a name alone is a note, and `name<parent` hangs elsewhere. */
function inTree(...records: (readonly [string, JsonObject?])[]): JsonObject[] {
  let last: string | null = 'h'
  return [
    { kind: 'head', id: 'h', up: null },
    ...records.map(([name, each]) => {
      const [id = '', up = last] = name.split('<')
      last = id
      return { kind: 'leaf', id, up, ...(each === undefined ? { about: 'b' } : { says: each }) }
    }),
  ]
}

const samples = (found: Sample['found'], records: readonly JsonObject[], name: string): Sample => ({
  name,
  path: 'x.jsonl',
  records,
  found,
})

conforms(row, [
  samples([], inRow(ask, calls('a'), answers('a'), says('it is so')), 'sound'),
  samples([['call-without-result', 2]], inRow(ask, calls('a')), 'open at the end'),
  samples([['call-without-result', 2]], inRow(ask, calls('a', 'b'), answers('b'), ask), 'open in the middle'),
  samples(
    [['result-out-of-place', 4]],
    [...inRow(ask, calls('a'), ask, answers('a')), { kind: 'row', note: 1 }],
    'displaced',
  ),
])

conforms(tree, [
  samples([], inTree(['a', ask], ['b', calls('1')], ['c', answers('1')], ['d']), 'sound'),
  samples([['call-without-result', 3]], inTree(['a', ask], ['b', calls('1')]), 'open at the end'),
  samples(
    [['call-without-result', 3]],
    inTree(['a', ask], ['b', calls('1')], ['n'], ['c', ask], ['m']),
    'open in the middle',
  ),
  samples(
    [['result-out-of-place', 5]],
    inTree(['a', ask], ['b', calls('1')], ['c', ask], ['d', answers('1')], ['e', says('it is so')], ['n']),
    'displaced',
  ),
  samples(
    [['call-without-result', 6]],
    inTree(['c<b', ask], ['d', says('it is so')], ['n<d'], ['a<h', ask], ['b', calls('1')], ['m<n']),
    'written out of order',
  ),
])

describe('how records hang', () => {
  /** The file once mended: each record with its parent; new ones are `+`. */
  const mendedAs = (records: readonly JsonObject[], policy: 'keep' | 'drop' = 'keep'): string => {
    const { bytes } = mendSession(openRecords(tree, 'x.jsonl', fileOf(records)), { policy, isPartial: true })
    const known = new Set(records.map(({ id }) => id))
    const name = (id: unknown): string => (typeof id !== 'string' ? '-' : known.has(id) ? id : '+')
    const { entries } = readRecords(bytes, tree)
    return entries.map(({ value }) => `${name(value.id)}<${name(value.up)}`).join(' ')
  }

  test.each([
    ['at the end it is the leaf', inTree(['a', ask], ['b', calls('1')]), 'h<- a<h b<a +<b'],
    [
      'at the end it hangs on the leaf, not on the last turn',
      inTree(['a', ask], ['b', calls('1')], ['n']),
      'h<- a<h b<a n<b +<n',
    ],
    [
      'what came between hangs on what is new',
      inTree(['a', ask], ['b', calls('1')], ['n'], ['c', ask]),
      'h<- a<h b<a +<b n<+ c<n',
    ],
    [
      'other branches stay where they are',
      inTree(['a', ask], ['b', calls('1')], ['c', ask], ['x<b', says('left')], ['d<c', says('so')]),
      'h<- a<h b<a +<b c<+ x<b d<c',
    ],
    [
      'a record that moves keeps its name',
      inTree(['a', ask], ['b', calls('1')], ['c', ask], ['d', answers('1')], ['e', says('so')]),
      'h<- a<h b<a d<b c<d e<c',
    ],
    [
      'what moves and what is new stand in their order',
      inTree(['a', ask], ['b', calls('1', '2')], ['c', ask], ['d', answers('1')], ['e', says('so')]),
      'h<- a<h b<a d<b +<d c<+ e<c',
    ],
    [
      'the leaf stays last',
      inTree(['c<b', ask], ['d', says('so')], ['a<h', ask], ['b', calls('1')], ['n<d']),
      'h<- c<+ d<c a<h b<a +<b n<d',
    ],
    [
      'a record that would be last is put before the leaf',
      inTree(['c<b', ask], ['a<h', ask], ['b', calls('1')], ['d<c', says('so')]),
      'h<- c<+ a<h b<a +<b d<c',
    ],
  ])('%s', (_, records, hung) => {
    expect(mendedAs(records)).toBe(hung)
  })

  test.each([
    [
      'children hang on the parent of what goes',
      inTree(['a', ask], ['b', calls('1')], ['n'], ['c', ask]),
      'h<- a<h n<a c<n',
    ],
    [
      'also where several go',
      inTree(['a', ask], ['b', answers('0')], ['c', answers('1')], ['d', ask]),
      'h<- a<h d<a',
    ],
    [
      'other branches too',
      inTree(['a', ask], ['b', calls('1')], ['x<b', says('left')], ['c<b', ask]),
      'h<- a<h x<a c<a',
    ],
  ])('%s', (_, records, hung) => {
    expect(mendedAs(records, 'drop')).toBe(hung)
  })

  test('what is about a record that goes is about the one before it', () => {
    const records = inTree(['a', ask], ['b', calls('1')], ['n'], ['c', ask])
    const { bytes } = mendSession(openRecords(tree, 'x.jsonl', fileOf(records)), { policy: 'drop' })
    expect(
      readRecords(bytes, tree)
        .entries.map(({ value }) => value.about ?? '-')
        .join(' '),
    ).toBe('- - a -')
  })

  test('new names are short where the agent has short ones, and nobody has them yet', () => {
    const records = inTree(['a', ask], ['b', calls('1')])
    const made = (file: readonly JsonObject[]): unknown =>
      readRecords(mendSession(openRecords(tree, 'x.jsonl', fileOf(file))).bytes, tree).entries.at(-1)?.value
        .id
    const first = made(records)
    expect(first).toMatch(/^[\da-f]{8}$/)
    const taken = [...records.slice(0, 1), { kind: 'leaf', id: first, up: null }, ...records.slice(1)]
    expect(made(taken)).toMatch(/^[\da-f]{8}$/)
    expect(made(taken)).not.toBe(first)
  })

  test('a file that is opened twice is opened once', () => {
    const records = inTree(['a', ask], ['b', says('it is so')])
    const twice = [...records.slice(0, 2), records[0] as JsonObject, ...records.slice(2)]
    const { found } = checkRecords(tree, 'x.jsonl', fileOf(twice))
    expect(found.map(({ rule, message: words, record }) => [rule, words, record])).toEqual([
      ['unreadable', 'The file is opened a second time.', 'line 3'],
    ])
    expect(
      Buffer.compare(mendSession(openRecords(tree, 'x.jsonl', fileOf(twice))).bytes, fileOf(records)),
    ).toBe(0)
  })
})

describe('what a store says wrongly is seen', () => {
  const bytes = fileOf(inTree(['a', ask], ['b', calls('1')], ['c', ask]))

  test.each([
    [
      'a new record under another name leaves its child without a parent',
      { wrap: (record: NewRecord) => ({ ...tree.wrap(record), id: 'z' }) },
    ],
    [
      'a turn is not seen any more',
      { open: (entries: readonly Entry[], path: string) => shortened(tree.open(entries, path), entries) },
    ],
  ])('%s', (_, wrong) => {
    for (const isPartial of [false, true]) {
      const made = mendSession(openRecords({ ...tree, ...wrong }, 'x.jsonl', bytes), { isPartial })
      expect([made.isSound, made.bytes === bytes]).toEqual([false, true])
      expect(made.left, 'it is as it was').toBe(made.before.found)
    }
  })

  /** Forgets all turns as soon as there is a new one. */
  function shortened(opened: Session, entries: readonly Entry[]): Session {
    return entries.length === 4
      ? opened
      : { ...opened, lanes: opened.lanes.map((lane) => ({ ...lane, turns: [] })) }
  }
})

describe('places that no agent asks for yet', () => {
  const entries = readRecords(
    fileOf(inTree(['a', ask], ['b', calls('1')], ['c', ask], ['x<b', says('off')])),
    tree,
  ).entries
  const placedBy = (turns: readonly number[], leaf: number, position: number): unknown => {
    const arrivals = [{ position, message: ask, why: 'blank-turn' }]
    const lane = { name: 'main', turns, leaf }
    const { placed, links: edits } = reparent({ store: tree, entries, lane, arrivals, leaving: new Map() })
    const [{ value, after, before } = {}] = placed
    return { up: value?.up, after, before, hung: [...edits.indexes] }
  }

  test.each([
    ['what stands after the leaf in the file', [1, 4, 3], 3, 2, { up: 'a', before: 3, hung: [2] }],
    ['what comes before a turn that hangs elsewhere', [1, 2, 4, 3], 3, 2, { up: 'b', after: 2, hung: [3] }],
    ['what comes first', [2, 3], 3, 0, { up: 'a', before: 2, hung: [2] }],
  ])('%s', (_, turns, leaf, position, spot) => {
    expect(placedBy(turns, leaf, position)).toEqual(spot)
  })

  test('a record without a parent gets one', () => {
    const bare = fileOf([
      { kind: 'head', id: 'h' },
      { kind: 'leaf', id: 'a', says: ask },
    ])
    const [, entry] = readRecords(bare, tree).entries
    const edits = [parentEdit(entry as Entry, links, 'h', 'unreadable')]
    expect(apply(entry?.value, { edits })).toMatchObject({ ok: true, value: { id: 'a', up: 'h' } })
  })

  test('a file without a last line break whose last record moves', () => {
    const records = inTree(['a', ask], ['b', calls('1')], ['c', ask], ['d', calls('2')], ['e', answers('1')])
    const { bytes: made } = mendSession(openRecords(tree, 'x.jsonl', fileOf(records).subarray(0, -1)))
    expect(Buffer.from(made).toString()).not.toContain('\n\n')
  })

  test('a look sees a second header', () => {
    const twice = fileOf([...inTree(['a', ask]), ...inTree()])
    expect(lookOver(readFrom(twice), tree)).toBeUndefined()
  })
})

describe('records in a row', () => {
  const mendedAs = (...messages: JsonObject[]): string => {
    const { bytes } = mendSession(openRecords(row, 'x.jsonl', fileOf(inRow(...messages))))
    return readRecords(bytes, row)
      .entries.map(({ value }) => (value.says as JsonObject).tool_call_id ?? (value.says as JsonObject).role)
      .join(' ')
  }

  test.each([
    ['after the call at the end', [ask, calls('a')], 'user assistant a'],
    ['after the other result', [ask, calls('a', 'b'), answers('b'), ask], 'user assistant b a user'],
    ['moved home', [ask, calls('a'), ask, answers('a')], 'user assistant a user'],
  ])('%s', (_, messages, roles) => {
    expect(mendedAs(...messages)).toBe(roles)
  })

  test('what the agent mends itself is advice, and left alone', () => {
    const bytes = fileOf(inRow(ask, { role: 'assistant', content: null }))
    const { found } = checkRecords(row, 'x.jsonl', bytes)
    expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([['null-content', 'advice']])
    expect(mendSession(openRecords(row, 'x.jsonl', bytes)).bytes).toBe(bytes)
  })

  test('what cannot be mended is refused, with what is left', () => {
    const bytes = fileOf(inRow(ask, calls('a'), { role: 'user', content: 7 }))
    const { isSound, left, bytes: made } = mendSession(openRecords(row, 'x.jsonl', bytes))
    expect([isSound, left.map(({ rule }) => rule), made === bytes]).toEqual([false, ['unreadable'], true])
    expect(mendSession(openRecords(row, 'x.jsonl', bytes), { isPartial: true }).bytes).not.toBe(bytes)
  })
})
