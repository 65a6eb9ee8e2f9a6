import { type Rulebook, rulebooks, scan } from '@mortise/core'
import { expect, test } from 'vitest'
import type { Intent } from '../../core/src/model/intent.ts'
import type { Rows } from '../../core/src/model/row.ts'
import type { Rule } from '../../core/src/model/rule.ts'

// The compiler checks these: an error that is expected and does not come is an error.
test('a row has no member that its rule does not read', () => {
  const rows: Rows = {
    'illegal-call-id': { severity: 'refused', evidence: 'docs', pattern: '^a$', maximum: 9 },
    // @ts-expect-error: the rule reads no limit.
    'blank-turn': { severity: 'refused', evidence: 'docs', maximum: 9 },
  }
  // @ts-expect-error: there is no such rule.
  const unknown: Rows = { 'no-such-rule': { severity: 'refused', evidence: 'docs' } }
  expect([rows, unknown]).toHaveLength(2)
})

test('a rule sees the members that it names, and no others', () => {
  const rule: Pick<Rule<'pattern'>, 'detect'> = {
    // @ts-expect-error: the rule does not name `maximum`.
    detect: ({ row: { pattern, maximum } }) => (pattern === maximum ? [] : []),
  }
  expect(rule.detect).toBeTypeOf('function')
})

test('an intent names a fact that some format knows', () => {
  // @ts-expect-error: there is no such fact.
  const intent: Intent = { do: 'set-body', fact: 'colour', value: 1 }
  expect(intent.do).toBe('set-body')
})

test('a rulebook of one’s own is taken', () => {
  const [first] = rulebooks as [Rulebook]
  const own: Rulebook = {
    ...first,
    name: 'own',
    rows: { ...first.rows, 'no-turns': { severity: 'advice', evidence: 'docs' } },
  }
  expect(scan({ messages: [] }, own).map(({ severity }) => severity)).toEqual(['advice'])
})
