import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkSession, openRecords } from '../../app/src/stores/check/check.ts'
import { originOf } from '../../app/src/stores/check/origin.ts'
import { rulebookFor } from '../../app/src/stores/check/rulebook.ts'
import { storeRules } from '../../app/src/stores/check/rules.ts'
import type { Links, Store } from '../../app/src/stores/contract/store.ts'
import { treeOf } from '../../app/src/stores/links/links.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { pi } from '../../app/src/stores/pi/index.ts'
import { readFrom, readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'
import { withFormats } from '../../core/src/index.ts'
import { fileOf, readInFull } from './conforms.ts'
import {
  answer,
  call,
  compaction,
  header,
  type Json,
  linked,
  mirror,
  result,
  text,
  user,
} from './pi-records.ts'

const ids = fc.constantFrom('c1', 'c2', 'c3', '')

/** Something that may be written next, hung on the record that is so many before it. */
type Step = (id: string, parent: string, before: readonly string[]) => Json

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((id, parent) => user(id, parent, 'go on with it')),
  fc.constant<Step>((id) => user(id, 'gone', 'once more from here')),
  fc
    .record({
      calls: fc.array(ids, { maxLength: 3 }),
      stopReason: fc.constantFrom('toolUse', 'toolUse', 'toolUse', 'aborted', 'error'),
      more: fc.constantFrom<Json>({}, {}, {}, { partialJson: '{"a' }, { arguments: undefined }, { name: '' }),
    })
    .map(({ calls, stopReason, more }): Step => {
      const blocks = calls.map((called) => call(called, 'exec', more))
      return (id, parent) => answer(id, parent, [text('let me see'), ...blocks], { stopReason })
    }),
  ids.map(
    (called): Step =>
      (id, parent) =>
        result(id, parent, called),
  ),
  ids.map(
    (called): Step =>
      (id, parent) =>
        result(id, parent, called),
  ),
  fc.constant<Step>((id, parent) => mirror(id, parent, 'it was sent')),
  fc.constant<Step>((id, parent) => linked(id, parent, 'label', { targetId: parent, label: 'here' })),
  fc.nat({ max: 4 }).map(
    (back): Step =>
      (id, parent, before) =>
        compaction(id, parent, before.at(-1 - back) ?? 'gone'),
  ),
)

const session = fc
  .array(fc.tuple(step, fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2)), { minLength: 1, maxLength: 14 })
  .map((steps) => {
    const records: Json[] = [header(), user('e0', null, 'list the files')]
    const before = ['e0']
    for (const [make, back] of steps) {
      const id = `e${before.length}`
      records.push(make(id, before.at(-1 - back) ?? 'e0', before))
      before.push(id)
    }
    return records
  })

const apis = fc.constantFrom('openai', 'deepseek', 'anthropic', 'openai-responses', 'gemini', 'bedrock')
const policies = fc.constantFrom('keep', 'drop', 'drop-turn')
const path = '/home/me/session.jsonl'

describe.each([pi, openclaw])('any session of $name', (store: Store) => {
  test('what a quick look passes, reading in full passes too', () => {
    const ask = (asked: Store, records: readonly Json[], api: string) => {
      const { entries } = readRecords(fileOf(records), asked)
      const [lane] = asked.open(entries, path).lanes
      const turns = lane?.turns ?? []
      const origin = lane === undefined ? {} : originOf(asked, entries, lane, api)
      const messages = turns.map((index) => asked.messageIn(entries[index]?.value ?? {})?.message)
      return withFormats([asked.format]).scan(messages, rulebookFor(asked, api), { tail: 'rest', origin })
    }
    fc.assert(
      fc.property(session, apis, (records, api) => {
        expect(ask(store, records, api)).toEqual(ask(readInFull(store), records, api))
        const source = { read: readFrom(fileOf(records)), whole: () => fileOf(records) }
        const { found } = checkSession(store, path, source, { api, sender: 'agent' })
        const pairing = found.filter(({ rule }) => !storeRules.some(({ name }) => name === rule))
        expect(pairing.map(({ rule }) => rule)).toEqual(
          ask(readInFull(store), records, api).map(({ rule }) => rule),
        )
      }),
      { numRuns: 100 },
    )
  })

  /** The parents that are not in a file. */
  const lostIn = (bytes: Uint8Array): unknown[] => {
    const tree = treeOf(readRecords(bytes, store).entries, store.links as Links)
    return tree.strays().map((index) => tree.parentIdOf(index))
  }

  /** The records of a file by their ids: those of users in the order in which they are sent, and those not sent. */
  const sentIn = (bytes: Uint8Array): Record<'users' | 'unsent' | 'all', unknown[]> => {
    const { entries } = readRecords(bytes, store)
    const turns = store.open(entries, path).lanes[0]?.turns ?? []
    const isUser = (index: number): boolean => memberAt(entries[index]?.value, ['message', 'role']) === 'user'
    const idOf = (index: number): unknown => entries[index]?.value.id
    return {
      users: turns.filter(isUser).map(idOf),
      unsent: entries.filter(({ index }) => !turns.includes(index)).map(({ index }) => idOf(index)),
      all: entries.map(({ index }) => idOf(index)),
    }
  }

  test('is sound once mended, all users are heard, and what is not sent stays', () => {
    fc.assert(
      fc.property(session, apis, policies, (records, api, policy) => {
        const mended = mendSession(openRecords(store, path, fileOf(records)), { api, policy })
        expect(mended.left.filter(({ severity }) => severity === 'refused')).toEqual([])
        expect(mended.isSound).toBe(true)
        const [before, after] = [sentIn(fileOf(records)), sentIn(mended.bytes)]
        expect(after.users.filter((id) => before.users.includes(id))).toEqual(before.users)
        // Turns that come back into a conversation are mended as turns of it.
        const isBack = mended.before.found.some(({ rule }) => rule === 'compaction-start-missing')
        if (!isBack || policy === 'keep')
          expect(before.unsent.filter((id) => !after.all.includes(id))).toEqual([])
        expect(lostIn(mended.bytes).filter((id) => !lostIn(fileOf(records)).includes(id))).toEqual([])
        expect(mendSession(openRecords(store, path, mended.bytes), { api, policy }).bytes).toBe(mended.bytes)
      }),
      { numRuns: 100 },
    )
  })
})
