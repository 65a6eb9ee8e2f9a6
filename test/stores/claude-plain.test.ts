import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lanesInTree, lanesOf } from '../../app/src/stores/claude-code/lanes.ts'
import { links } from '../../app/src/stores/claude-code/links.ts'
import { plainTurns } from '../../app/src/stores/claude-code/plain.ts'
import type { Entry } from '../../app/src/stores/contract/store.ts'
import { treeOf } from '../../app/src/stores/links/links.ts'
import { call, type Json, piece, text, user } from './claude-records.ts'

/** What comes next; most of it is as it always is. */
const step = fc.record({
  kind: fc.constantFrom('piece', 'call', 'call', 'results', 'results', 'user', 'note', 'link'),
  /** What is odd about it; from 8 on nothing. */
  odd: fc.nat(60),
  of: fc.nat(3),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

function resultsOf(ids: readonly string[]): Json[] {
  return ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'out' }))
}

/** Records that mostly follow each other. */
function recordsOf(steps: readonly Step[]): Json[] {
  const records: Json[] = [user('u', null, 'the question')]
  let [last, answer, open]: [string, number, string[]] = ['u', 0, []]
  for (const [number, { kind, odd, of }] of steps.entries()) {
    const parent = odd === 0 ? 'missing' : odd === 1 ? null : odd === 2 ? `r${number - 2}` : last
    const uuid = odd === 3 ? `r${of}` : `r${number}`
    const rest = odd === 4 ? { isSidechain: true } : odd === 5 ? { isApiErrorMessage: true } : {}
    const name = odd === 6 ? `m${Math.max(0, answer - 1)}` : `m${answer}`
    if (kind === 'note') {
      records.push({ type: 'summary', summary: 'words', leafUuid: last })
      continue
    }
    if (kind === 'piece') records.push(piece(uuid, parent, name, text('words'), rest))
    else if (kind === 'call') {
      records.push(piece(uuid, parent, name, call(`t${number}`), rest))
      open.push(`t${number}`)
    } else if (kind === 'results') {
      const some = of === 0 ? open.splice(-1) : open.splice(0, of)
      records.push(user(uuid, parent, some.length === 0 ? 'go on' : resultsOf(some), rest))
      answer++
    } else if (kind === 'user') {
      records.push(user(uuid, parent, 'go on', rest))
      if (odd !== 7) open = []
      answer++
    } else {
      const boundary = odd === 7 ? { type: 'system', subtype: 'compact_boundary' } : { type: 'progress' }
      records.push({ ...user(uuid, parent, ''), message: undefined, ...boundary })
    }
    last = uuid
  }
  return records
}

function entriesOf(records: readonly Json[]): Entry[] {
  return records.map((value, index) => ({ index, line: index + 1, start: 0, end: 0, value }))
}

test('a plain conversation is what the tree of its records makes of it', () => {
  let plain = 0
  const files = fc.array(step, { maxLength: 14 }).map((steps) => entriesOf(recordsOf(steps)))
  fc.assert(
    fc.property(files, (entries) => {
      if (plainTurns(entries, treeOf(entries, links)) !== undefined) plain++
      expect(lanesOf(entries)).toEqual(lanesInTree(entries))
    }),
    { numRuns: 1500 },
  )
  expect(plain).toBeGreaterThan(500)
})

test('a parent is the first record with its id, whoever stands between', () => {
  const some = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5))), { maxLength: 12 })
  fc.assert(
    fc.property(some, (pairs) => {
      const records = pairs.map(([id, parent]) => ({
        uuid: id === 5 ? undefined : `id ${id}`,
        parentUuid: parent === null ? null : `id ${parent}`,
      }))
      const entries = entriesOf(records)
      const tree = treeOf(entries, links)
      const wanted = records.map(({ parentUuid }) => {
        const first = records.findIndex(({ uuid }) => uuid !== undefined && uuid === parentUuid)
        return first < 0 ? undefined : first
      })
      expect(entries.map(({ index }) => tree.parentOf(index))).toEqual(wanted)
      const strays = wanted.flatMap((parent, index) =>
        parent === undefined && records[index]?.parentUuid ? index : [],
      )
      expect(tree.strays()).toEqual(strays)
    }),
    { numRuns: 600 },
  )
})
