import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { cleanSession } from '../../app/src/stores/clean/clean.ts'
import type { Links, Store } from '../../app/src/stores/contract/store.ts'
import { compactSession } from '../../app/src/stores/mend/compact.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'
import { amount } from '../amount.ts'
import { call, type Json, piece, progress, result, text, thinking, user } from './claude-records.ts'
import { fileOf } from './conforms.ts'

const path = 's1.jsonl'
const store: Store = claudeCode

/** One exchange: thinking, calls whose records hang on each other, their results, and an answer. */
const exchange = fc.record({
  calls: fc.integer({ min: 0, max: 3 }),
  hasThoughts: fc.boolean(),
  hasNotes: fc.boolean(),
  /** Whether the next question hangs on a result, rather than on the last record. */
  isBeside: fc.boolean(),
})

type Exchange = typeof exchange extends fc.Arbitrary<infer One> ? One : never

function sessionOf(all: readonly Exchange[]): Json[] {
  const records: Json[] = []
  let last: string | null = null
  const add = (id: string, record: Json): string => {
    records.push(record)
    return id
  }
  for (const [at, { calls, hasThoughts, hasNotes, isBeside }] of all.entries()) {
    let tip = add(`u${at}`, user(`u${at}`, last, `question ${at}`))
    if (hasThoughts) tip = add(`h${at}`, bound(piece(`h${at}`, tip, `m${at}`, thinking(`thought ${at}`))))
    const callers: string[] = []
    for (let number = 0; number < calls; number++) {
      tip = add(`a${at}${number}`, bound(piece(`a${at}${number}`, tip, `m${at}`, call(`t${at}${number}`))))
      callers.push(tip)
    }
    for (const [number, caller] of callers.entries()) {
      tip = add(
        `r${at}${number}`,
        result(`r${at}${number}`, caller, `t${at}${number}`, `output ${at}${number}`),
      )
      if (hasNotes) tip = add(`p${at}${number}`, progress(`p${at}${number}`, tip, `t${at}${number}`))
    }
    const said = add(`b${at}`, bound(piece(`b${at}`, tip, `n${at}`, text(`answer ${at}`))))
    last = isBeside ? tip : said
  }
  return records
}

/** The newest models bind thinking to all that stands before it. */
function bound(record: Json): Json {
  return { ...record, message: { ...(record.message as Json), model: 'claude-opus-5-5' } }
}

const damage = fc.record({
  do: fc.constantFrom('drop', 'drop-and-tie', 'double', 'hang-on-nothing', 'rename'),
  at: fc.nat(40),
})

function damaged(
  records: readonly Json[],
  harm: readonly { readonly do: string; readonly at: number }[],
): Json[] {
  let now = [...records]
  for (const { do: act, at } of harm) {
    const index = at % now.length
    const one = now[index] as Json
    const without = now.filter((_, other) => other !== index)
    if (act === 'drop' && without.length > 0) now = without
    if (act === 'drop-and-tie' && without.length > 0)
      now = without.map((each) =>
        each.parentUuid === one.uuid ? { ...each, parentUuid: one.parentUuid } : each,
      )
    if (act === 'double') now.push({ ...one, uuid: `${one.uuid}-again` })
    if (act === 'hang-on-nothing') now[index] = { ...one, parentUuid: 'nobody' }
    if (act === 'rename') now[index] = JSON.parse(JSON.stringify(one).replace(/"(t\d\d)"/, '"$1x"'))
  }
  return now
}

type Parents = ReadonlyMap<string, unknown>

function parentsIn(bytes: Uint8Array): Parents {
  const { id, parent } = store.links as Links
  const parents = new Map<string, unknown>()
  for (const { value } of readRecords(bytes, store).entries) {
    const name = memberAt(value, id)
    if (typeof name === 'string') parents.set(name, memberAt(value, parent))
  }
  return parents
}

/** The nearest ancestor that a record had and that is still in the file. */
function keptAncestor(name: string, before: Parents, after: Parents): unknown {
  let at = before.get(name)
  for (let step = 0; step < before.size && typeof at === 'string' && !after.has(at); step++)
    at = before.get(at)
  return typeof at === 'string' && after.has(at) ? at : undefined
}

/** The faults of a tree of records: members of cycles, parents that are named and missing, and roots. */
function faultsOf(parents: Parents): { cycles: string[]; missing: string[]; roots: string[] } {
  const isInCycle = (name: string): boolean => {
    let at: unknown = parents.get(name)
    for (let step = 0; step < parents.size && typeof at === 'string'; step++) {
      if (at === name) return true
      at = parents.get(at)
    }
    return false
  }
  const names = [...parents.keys()]
  return {
    cycles: names.filter(isInCycle),
    missing: [...parents.values()].flatMap((name) =>
      typeof name === 'string' && !parents.has(name) ? [name] : [],
    ),
    roots: names.filter((name) => typeof parents.get(name) !== 'string'),
  }
}

const operations: readonly (readonly [name: string, run: (bytes: Uint8Array) => Uint8Array])[] = [
  ...(['keep', 'drop', 'drop-turn'] as const).map(
    (policy) =>
      [
        `repair, ${policy}`,
        (bytes: Uint8Array) => mendSession(openRecords(store, path, bytes), { policy }).bytes,
      ] as const,
  ),
  ['compact', (bytes) => compactSession(openRecords(store, path, bytes), { goal: { fraction: 0.5 } }).bytes],
  [
    'clean',
    (bytes) => cleanSession(openRecords(store, path, bytes), { deny: { tools: ['*'] }, isText: false }).bytes,
  ],
  [
    'clean as text',
    (bytes) => cleanSession(openRecords(store, path, bytes), { deny: { tools: ['*'] }, isText: true }).bytes,
  ],
]

describe.each(operations)('%s', (operation, run) => {
  test('writes no cycle, no missing parent and no root that has an ancestor in the file', () => {
    fc.assert(
      fc.property(
        fc.array(exchange, { minLength: 1, maxLength: 4 }).map(sessionOf),
        fc.array(damage, { maxLength: 3 }),
        (records, harm) => {
          const bytes = fileOf(damaged(records, harm))
          const [old, now] = [parentsIn(bytes), parentsIn(run(bytes))]
          const [before, after] = [faultsOf(old), faultsOf(now)]
          expect(after.cycles.filter((name) => !before.cycles.includes(name))).toEqual([])
          expect(after.missing.filter((name) => !before.missing.includes(name))).toEqual([])
          const fresh = after.roots.filter((name) => old.has(name) && !before.roots.includes(name))
          // If a root goes, its children are roots: they had no other ancestor. A compaction may begin the conversation anew, once.
          const cut = fresh.filter((name) => keptAncestor(name, old, now) !== undefined)
          expect(cut.length).toBeLessThanOrEqual(operation === 'compact' ? 1 : 0)
        },
      ),
      { numRuns: amount(100) },
    )
  })
})
