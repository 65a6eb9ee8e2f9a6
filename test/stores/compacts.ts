import { expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { isRow } from '../../app/src/stores/links/row.ts'
import { compactSession, type Smaller, type SmallerOptions } from '../../app/src/stores/mend/compact.ts'
import { type Mended, type MendOptions, mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'

const goals: readonly SmallerOptions['goal'][] = [
  { fraction: 0.3 },
  { fraction: 0.6 },
  { fraction: 1 },
  ...[0, 20, 40, 60, 80, 100, 150, 200, 300].map((budget) => ({ budget })),
]

/** Whether a change was refused because other files name records by position. */
export function isLeftAlone({ isNamedByPosition }: Store, { before }: Mended): boolean {
  return isNamedByPosition === true && before.session.readOnly !== undefined
}

/** What every store keeps when a session becomes smaller. */
export function compacts(store: Store, path: string, bytes: Uint8Array, options: MendOptions = {}): void {
  const make = (goal: SmallerOptions['goal']): Smaller =>
    compactSession(openRecords(store, path, bytes), { ...options, goal })
  const isMendable = mendSession(openRecords(store, path, bytes), options).isSound

  test('made smaller it is sound, and as small as is told', () => {
    for (const goal of goals) {
      const made = make(goal)
      if (isLeftAlone(store, made)) {
        expect(made.bytes).toBe(bytes)
        continue
      }
      expect([goal, made.isSound]).toEqual([goal, isMendable])
      if (made.report === undefined) continue
      const { session, found } = checkRecords(store, path, made.bytes, options)
      expect(found.filter(({ severity }) => severity === 'refused')).toEqual([])
      expect([goal, session.lanes[0]?.turns.length ?? 0]).toEqual([goal, made.report.after.messages])
      if (goal.budget !== undefined) expect(made.report.fits).toBe(made.report.after.tokens <= goal.budget)
    }
  })

  test('what is not sent any more is still in the file', () => {
    const { entries } = readRecords(bytes, store)
    const { links } = store
    if (links === undefined || isRow(entries, links)) return
    const idsIn = (file: Uint8Array): unknown[] =>
      readRecords(file, store).entries.map(({ value }) => memberAt(value, links.id))
    const mended = idsIn(mendSession(openRecords(store, path, bytes), options).bytes)
    for (const goal of goals) expect(idsIn(make(goal).bytes)).toEqual(expect.arrayContaining(mended))
  })

  test('made smaller again by the same wish in tokens, nothing changes', () => {
    for (const goal of goals) {
      if (goal.budget === undefined || make(goal).report?.fits !== true) continue
      const once = make(goal).bytes
      expect(compactSession(openRecords(store, path, once), { ...options, goal }).bytes).toBe(once)
    }
  })
}
