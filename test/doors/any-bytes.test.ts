import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { viewOf } from '../../app/src/sessions/view/view.ts'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { stores } from '../../app/src/stores/index.ts'
import { agentSessions, bytesOf } from '../sessions/all-agents.ts'

/** Stretches of a file that are lost, or are there as something else. */
const damage = fc.array(
  fc.record({ at: fc.nat(5000), size: fc.nat(300), fill: fc.constantFrom('', '\0', '{', '"', '\n', '}{') }),
  { maxLength: 3 },
)

describe.each(agentSessions)('any bytes as a session of $agent', ({ agent, records }) => {
  const store = stores.find(({ name }) => name === agent)
  const bytes = bytesOf(agent, records('/w/app'))

  test('are opened, and what is given is sound', () => {
    if (store === undefined) throw new Error(`There is no agent ${agent}.`)
    fc.assert(
      fc.property(
        damage,
        fc.constantFrom('keep' as const, 'drop' as const, 'drop-turn' as const),
        (all, policy) => {
          const file = all.reduce((whole, { at, size, fill }) => {
            const start = at % (whole.length + 1)
            return Buffer.concat([whole.subarray(0, start), Buffer.from(fill), whole.subarray(start + size)])
          }, bytes)
          const view = viewOf(openRecords(store, 'session.jsonl', file), { policy })
          expect([view.isSound, view.left.filter(({ severity }) => severity === 'refused')]).toEqual([
            true,
            [],
          ])
          const sender = 'other'
          expect(view.found).toEqual(checkRecords(store, 'session.jsonl', file, { sender }).found)
          expect(view.turns.map(({ message }) => message)).toEqual(view.messages)
          // What the next record would hang on is in the file.
          const known = checkRecords(store, 'session.jsonl', file).entries.map(
            ({ value }) => value.uuid ?? value.id,
          )
          expect(view.leaf === undefined || known.includes(view.leaf)).toBe(true)
          expect(viewOf(openRecords(store, 'session.jsonl', file), { policy })).toEqual(view)
        },
      ),
      { numRuns: 30 },
    )
  })
})
