import { type Deny, deniedBy } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import { partsIn, takeCensus } from '../../app/src/stores/clean/denied-parts.ts'
import type { Entry, Links, Store } from '../../app/src/stores/contract/store.ts'
import { treeOf } from '../../app/src/stores/links/links.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'
import * as claude from './claude-records.ts'
import { fileOf } from './conforms.ts'
import * as neo from './neovate-records.ts'
import * as family from './pi-records.ts'

type Json = Record<string, unknown>

/** A call: its id, and its tool. */
interface Called {
  readonly id: string
  readonly tool: string
}

/** How an agent writes things down; each gives the records, the last of which others hang on. */
interface Scribe {
  readonly store: Store
  readonly head: readonly Json[]
  user(id: string, parent: string | null, words: string): Json[]
  answer(id: string, parent: string, words: string, calls: readonly Called[], isFailed: boolean): Json[]
  results(id: string, parent: string, called: readonly Called[]): Json[]
  note(id: string, parent: string, about: string): Json[]
}

/** Records that hang on each other, each made from its name and its parent's. */
function chain(
  parent: string,
  id: string,
  makers: readonly ((id: string, parent: string) => Json)[],
): Json[] {
  let last = parent
  return makers.map((make, index) => {
    const name = index === makers.length - 1 ? id : `${id}-${index}`
    const record = make(name, last)
    last = name
    return record
  })
}

const claudeScribe: Scribe = {
  store: claudeCode,
  head: [],
  user: (id, parent, words) => [claude.user(id, parent, words)],
  answer: (id, parent, words, calls) =>
    chain(parent, id, [
      (name, up) => claude.piece(name, up, `m${id}`, claude.thinking(`thought ${id}`)),
      ...(words === '' && calls.length > 0
        ? []
        : [(name: string, up: string) => claude.piece(name, up, `m${id}`, claude.text(words || 'so be it'))]),
      ...calls.map(
        (called) => (name: string, up: string) =>
          claude.piece(name, up, `m${id}`, claude.call(called.id, called.tool)),
      ),
    ]),
  results: (id, parent, called) =>
    chain(
      parent,
      id,
      called.map((each) => (name: string, up: string) => claude.result(name, up, each.id, `output ${name}`)),
    ),
  note: (id, parent, about) => [claude.progress(id, parent, about)],
}

const neovateScribe: Scribe = {
  store: neovate,
  head: [neo.config()],
  user: (id, parent, words) => [neo.user(id, parent, words)],
  answer: (id, parent, words, calls) => [
    neo.model(id, parent, [
      neo.reasoning(`thought ${id}`),
      ...(words === '' ? [] : [neo.text(words)]),
      ...(words === '' && calls.length === 0 ? [neo.text('so be it')] : []),
      ...calls.map(({ id: name, tool }) => neo.call(name, tool)),
    ]),
  ],
  results: (id, parent, called) => [
    neo.tool(
      id,
      parent,
      called.map(({ id: name, tool }) => ({ ...neo.result(name, `output ${id}`), toolName: tool })),
    ),
  ],
  note: (id, parent) => [{ ...neo.snapshot(parent), id }],
}

function familyScribe(store: Store): Scribe {
  return {
    store,
    head: [family.header()],
    user: (id, parent, words) => [family.user(id, parent, words)],
    answer: (id, parent, words, calls, isFailed) => [
      family.answer(
        id,
        parent,
        [
          family.thinking(`thought ${id}`),
          ...(words === '' && calls.length > 0 ? [] : [family.text(words || 'so be it')]),
          ...calls.map(({ id: name, tool }) => family.call(name, tool)),
        ],
        isFailed ? { stopReason: 'aborted' } : {},
      ),
    ],
    results: (id, parent, called) =>
      chain(
        parent,
        id,
        called.map(
          (each) => (name: string, up: string) =>
            family.result(name, up, each.id, `output ${name}`, { toolName: each.tool }),
        ),
      ),
    note: (id, parent) => [family.linked(id, parent, 'label', { targetId: parent, label: 'here' })],
  }
}

/** What happens next in a session, and how many records back it hangs. */
interface Step {
  readonly kind: 'ask' | 'talk' | 'work' | 'work' | 'open' | 'half' | 'failed' | 'note' | 'cut'
  readonly tools: readonly string[]
  readonly hasWords: boolean
  readonly back: number
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step['kind'][]>(
    'ask',
    'talk',
    'work',
    'work',
    'open',
    'half',
    'failed',
    'note',
    'cut',
  ),
  tools: fc.array(fc.constantFrom('exec', 'read', 'web_fetch'), { minLength: 1, maxLength: 3 }),
  hasWords: fc.boolean(),
  back: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 5),
})

/** The records of a session; `soundOnly` leaves out all that an API would refuse. */
function recordsOf(scribe: Scribe, steps: readonly Step[], isSound: boolean): Json[] {
  const records = [...scribe.head, ...scribe.user('s', null, 'list the files')]
  const ends = ['s']
  for (const [number, { kind, tools, hasWords, back }] of steps.entries()) {
    const id = `e${number}`
    const parent = (isSound ? ends.at(-1) : ends.at(-1 - back)) ?? 's'
    const words = hasWords ? `let me see ${id}` : ''
    const calls = tools.map((tool, index) => ({ id: `toolu_${id}_${index}`, tool }))
    const add = (made: readonly Json[]): void => {
      records.push(...made)
    }
    const isWork = kind === 'work' || kind === 'note' || (isSound && !['ask', 'talk'].includes(kind))
    if (kind === 'ask') add(scribe.user(id, parent, `question ${id}`))
    else if (kind === 'talk') add(scribe.answer(id, parent, words, [], false))
    else if (isWork) {
      add(scribe.answer(`${id}a`, parent, words, calls, false))
      if (kind === 'note') add(scribe.note(`${id}n`, `${id}a`, calls[0]?.id ?? ''))
      add(scribe.results(id, `${id}a`, calls))
    } else if (kind === 'half') {
      add(scribe.answer(`${id}a`, parent, words, calls, false))
      add(scribe.results(id, `${id}a`, calls.slice(0, 1)))
    } else if (kind === 'cut') {
      add(scribe.results(id, parent, calls.slice(0, 1)))
    } else add(scribe.answer(id, parent, words, calls, kind === 'failed'))
    ends.push(id)
  }
  return records
}

const denials = fc.constantFrom<Deny[]>(
  { tools: ['exec'] },
  { tools: ['*'] },
  { tools: ['group:web', 'bash'] },
  { tools: ['RE*'] },
  { tools: ['exec'], keep: 'completed' },
  { tools: [], allow: ['read'] },
)

const path = '/w/s1.jsonl'

const scribes = [claudeScribe, neovateScribe, familyScribe(openclaw), familyScribe(pi)]

describe.each(scribes)('any session of $store.name', (scribe) => {
  const { store } = scribe
  const entriesOf = (bytes: Uint8Array): readonly Entry[] => readRecords(bytes, store).entries
  const idOf = ({ value }: Entry): unknown => memberAt(value, (store.links as Links).id)

  /** The parents that are not in a file. */
  const lostIn = (bytes: Uint8Array): unknown[] => {
    const tree = treeOf(entriesOf(bytes), store.links as Links)
    return tree.strays().map((index) => tree.parentIdOf(index))
  }

  /** Names of records that are not in a file. */
  const danglingIn = (bytes: Uint8Array): unknown[] => {
    const { others, starts = [] } = store.links as Links
    const entries = entriesOf(bytes)
    const ids = new Set(entries.map(idOf))
    return entries.flatMap(({ value }) =>
      [...others, ...starts]
        .map((name) => memberAt(value, name))
        .filter((id) => id !== undefined && !ids.has(id)),
    )
  }

  /** Calls and results that may stay, as they are written. */
  const stayingIn = (bytes: Uint8Array, deny: Deny, calls: readonly string[] = []): string[] => {
    const entries = entriesOf(bytes)
    const { isGoing } = takeCensus(store, entries, { ...deniedBy(deny), calls })
    return entries
      .flatMap(({ value }) => partsIn(store, store.messageIn(value)?.message))
      .filter((part) => !isGoing(part))
      .map(({ raw }) => JSON.stringify(raw))
      .sort()
  }

  /** The ids of the records that are sent. */
  const sentIn = (bytes: Uint8Array): unknown[] =>
    checkRecords(store, path, bytes).session.lanes.flatMap(({ turns }) =>
      turns.map((index) => idOf(entriesOf(bytes)[index] as Entry)),
    )

  const session = fc
    .tuple(fc.array(step, { minLength: 1, maxLength: 10 }), fc.boolean())
    .map(([steps, isSound]) => recordsOf(scribe, steps, isSound))

  test.each([false, true])('is cleaned whole, and keeps all else (as text: %s)', (isText) => {
    fc.assert(
      fc.property(session, denials, (records, deny) => {
        const bytes = fileOf(records)
        const cleaned = cleanSession(openRecords(store, path, bytes), { deny, isText })
        expect(cleaned.isClean).toBe(true)
        const { census } = cleaned
        const after = takeCensus(store, entriesOf(cleaned.bytes), {
          ...deniedBy(deny),
          calls: census.elsewhere.calls,
        })
        expect([after.calls, after.results]).toEqual([0, 0])
        expect(stayingIn(cleaned.bytes, deny)).toEqual(stayingIn(bytes, deny))
        expect(lostIn(cleaned.bytes)).toEqual(lostIn(bytes))
        expect(danglingIn(cleaned.bytes)).toEqual(danglingIn(bytes))
        expect(cleanSession(openRecords(store, path, cleaned.bytes), { deny, isText }).bytes).toBe(
          cleaned.bytes,
        )
        expect(
          Buffer.compare(
            cleanSession(openRecords(store, path, bytes), { deny, isText }).bytes,
            cleaned.bytes,
          ),
        ).toBe(0)
        const said = Buffer.from(cleaned.bytes).toString()
        const words = bytes.toString().match(/(?:question|let me see) e\d+a?|so be it/g) ?? []
        expect(words.filter((each) => !said.includes(each))).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  test('as text, a record holds the words of its own calls and results, and no others', () => {
    fc.assert(
      fc.property(session, denials, (records, deny) => {
        const bytes = fileOf(records)
        const before = new Map(entriesOf(bytes).map((entry) => [idOf(entry), JSON.stringify(entry.value)]))
        const { bytes: cleaned } = cleanSession(openRecords(store, path, bytes), { deny, isText: true })
        for (const entry of entriesOf(cleaned)) {
          const said = JSON.stringify(entry.value)
          const kept = [...said.matchAll(/kept as text: (?:\w+ )?(toolu_\w+)\]/g)].map(([, id = '']) => id)
          const own = before.get(idOf(entry))
          if (own !== undefined) expect(kept.filter((id) => !own.includes(id))).toEqual([])
        }
      }),
      { numRuns: 25 },
    )
  })

  const junk = fc.constantFrom('{"type":"mess', 'no record at all', '\0\0\0', '{"a":1', '[1,2')

  test('what cannot be read stays byte for byte, and changes nothing else', () => {
    fc.assert(
      fc.property(session, denials, fc.nat(), junk, fc.boolean(), (records, deny, at, words, isText) => {
        const position = scribe.head.length + (at % (records.length - scribe.head.length + 1))
        const torn = Buffer.concat([
          fileOf(records.slice(0, position)),
          Buffer.from(`${words}\n`),
          fileOf(records.slice(position)),
        ])
        const cleaned = cleanSession(openRecords(store, path, torn), { deny, isText })
        const whole = cleanSession(openRecords(store, path, fileOf(records)), { deny, isText })
        const lines = Buffer.from(cleaned.bytes).toString().split('\n')
        expect(lines.filter((line) => line === words)).toEqual([words])
        expect(lines.filter((line) => line !== words)).toEqual(
          Buffer.from(whole.bytes).toString().split('\n'),
        )
      }),
      { numRuns: 25 },
    )
  })

  test('what is sent is what was sent, without what went', () => {
    fc.assert(
      fc.property(session, denials, (records, deny) => {
        const bytes = fileOf(records)
        const cleaned = cleanSession(openRecords(store, path, bytes), { deny })
        const there = new Set(entriesOf(cleaned.bytes).map(idOf))
        const before = sentIn(bytes).filter((id) => there.has(id))
        expect(new Set(sentIn(cleaned.bytes))).toEqual(new Set(before))
      }),
      { numRuns: 25 },
    )
  })
})
