import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { difference, json } from '../../../../test/generate/difference.ts'
import type { Edit, Plan } from '../../model/edit.ts'
import { fingerprintOf } from '../../model/fingerprint.ts'
import { sameJson } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import { apply, applyEdits } from './apply.ts'
import { invert, sortEdits } from './invert.ts'

const why = 'test'
const document = { list: ['a', 'b', 'c'], member: { first: 1, second: 2 } }

function changed(edits: readonly Edit[]): unknown {
  const outcome = apply(document, { edits })
  return outcome.ok ? outcome.value : outcome.error.code
}

const insert = (at: Place, beside: unknown): Edit => ({
  do: 'insert',
  at,
  value: 'new',
  beside: fingerprintOf(beside),
  why,
})
const remove = (at: Place, value: unknown): Edit => ({ do: 'remove', at, value, beside: '', why })
const replace = (at: Place, from: unknown): Edit => ({ do: 'replace', at, from, value: 'new', why })
const set = (at: Place, index: number): Edit => ({ do: 'set', at, value: 'new', index, why })
const unset = (at: Place, value: unknown, index = 0): Edit => ({ do: 'unset', at, value, index, why })

describe('apply', () => {
  test.each<[string, Edit[], unknown]>([
    ['inserts at the head', [insert(['list', 0], 'a')], { ...document, list: ['new', 'a', 'b', 'c'] }],
    ['inserts at the end', [insert(['list', 3], undefined)], { ...document, list: ['a', 'b', 'c', 'new'] }],
    ['removes', [remove(['list', 1], 'b')], { ...document, list: ['a', 'c'] }],
    ['replaces an element', [replace(['list', 1], 'b')], { ...document, list: ['a', 'new', 'c'] }],
    [
      'replaces a member',
      [replace(['member', 'first'], 1)],
      { ...document, member: { first: 'new', second: 2 } },
    ],
    ['replaces the whole', [replace([], document)], 'new'],
    ['sets', [set(['member', 'third'], 1)], { ...document, member: { first: 1, third: 'new', second: 2 } }],
    ['unsets', [unset(['member', 'first'], 1)], { ...document, member: { second: 2 } }],
    [
      'does several at once, all places as before',
      [
        insert(['list', 1], 'b'),
        remove(['list', 1], 'b'),
        replace(['list', 2], 'c'),
        unset(['member'], document.member),
      ],
      { list: ['a', 'new', 'new'] },
    ],
  ])('%s', (_, edits, expected) => {
    expect(JSON.stringify(changed(edits))).toBe(JSON.stringify(expected))
  })

  test.each<[string, unknown]>([
    ['no plan', null],
    ['no list of edits', { edits: 7 }],
    ['no edit', { edits: [null] }],
    ['no place', { edits: [{ do: 'remove', value: 'a' }] }],
    ['half a position', { edits: [insert(['list', 0.5], undefined)] }],
    ['no position', { edits: [insert(['list', Number.NaN], undefined)] }],
  ])('refuses what is %s', (_, plan) => {
    const outcome = apply(document, plan as Plan)
    expect(outcome.ok ? outcome.value : outcome.error.code).toBe('stale-plan')
  })

  test('a plan that was written down fits a document whose members have no value', () => {
    const loose = {
      list: [
        { id: 'a', name: undefined },
        { id: 'b', name: undefined },
      ],
    }
    const edits = [
      { ...remove(['list', 0], loose.list[0]), beside: fingerprintOf(loose.list[1]) },
      replace(['list', 1], loose.list[1]),
    ]
    const outcome = apply(loose, JSON.parse(JSON.stringify({ edits })))
    expect(outcome).toEqual({ ok: true, value: { list: ['new'] } })
  })

  test.each<[string, Edit[]]>([
    ['beside another element', [insert(['list', 1], 'x')]],
    ['beyond the end', [insert(['list', 4], undefined)]],
    ['before the start', [insert(['list', -1], undefined)]],
    ['into what is no list', [insert(['member', 0], undefined)]],
    ['of another element', [remove(['list', 1], 'a')]],
    ['of an element that is not there', [remove(['list', 3], undefined)]],
    ['of one element twice', [remove(['list', 1], 'b'), remove(['list', 1], 'b')]],
    ['of another value', [replace(['member', 'first'], 2)]],
    ['of a member that is not there', [replace(['member', 'third'], undefined)]],
    ['of the whole, which is another', [replace([], {})]],
    ['of a member that is there already', [set(['member', 'first'], 0)]],
    ['of a member with another value', [unset(['member', 'first'], 2)]],
    ['of a member that went', [unset(['member', 'third'], 1)]],
    ['inside a string', [replace(['list', 0, 'x'], 'a')]],
    ['inside nothing', [replace(['nowhere', 'x'], 'a')]],
    ['by name in a list', [replace(['list', 'first'], 'a')]],
    ['out of order', [remove(['list', 2], 'c'), remove(['list', 0], 'a')]],
    ['of the whole, and of something in it', [replace([], document), replace(['list'], document.list)]],
    ['of the whole by taking it out', [{ ...remove([], document), at: [] }]],
    ['of a list by taking it out of an object', [remove(['list'], document.list)]],
    ['of a member, and of something in it', [replace(['member'], document.member), set(['member', 'x'], 0)]],
    ['of a member that is added twice', [set(['third'], 0), set(['third'], 0)]],
    ['inside a number', [replace(['member', 'first', 'x'], 1)]],
  ])('refuses a stale plan: a change %s', (_, edits) => {
    expect(changed(edits)).toBe('stale-plan')
  })

  test('`__proto__` is a member like any other', () => {
    const odd = JSON.parse('{"__proto__":{"a":1},"b":2}') as unknown
    const outcome = apply(odd, { edits: [replace(['__proto__', 'a'], 1), unset(['b'], 2, 1)] })
    expect(outcome.ok && JSON.stringify(outcome.value)).toBe('{"__proto__":{"a":"new"}}')
    const twice = apply(odd, { edits: [replace(['__proto__', 'a'], 1), replace(['b'], 2)] })
    expect(twice.ok && JSON.stringify(twice.value)).toBe('{"__proto__":{"a":"new"},"b":"new"}')
    expect(Object.getPrototypeOf(twice.ok && twice.value)).toBe(Object.prototype)
  })

  test('says where a plan does not fit', () => {
    const outcome = apply(document, { edits: [remove(['list', 1], 'x')] })
    expect(outcome.ok ? '' : outcome.error.message).toBe(
      'The plan does not fit this document: it differs at list.1.',
    )
  })

  test('an empty plan gives the same document', () => {
    const outcome = apply(document, { edits: [] })
    expect(outcome.ok && outcome.value).toBe(document)
  })

  test('what a plan does not touch keeps its identity', () => {
    const big = { messages: [{ a: [1] }, { b: [2] }, { c: [3] }], tools: [{}] }
    const outcome = apply(big, { edits: [replace(['messages', 1, 'b', 0], 2)] })
    const after = (outcome.ok ? outcome.value : undefined) as typeof big
    expect(after.messages[1]).toEqual({ b: ['new'] })
    expect(after.tools).toBe(big.tools)
    expect(after.messages[0]).toBe(big.messages[0])
    expect(after.messages[2]).toBe(big.messages[2])
  })
})

describe('invert', () => {
  test.each<[string, unknown, unknown]>([
    ['a member in the middle', { a: 1, b: 2, c: 3 }, { a: 1, c: 3 }],
    ['members at both ends', { a: 1, b: 2, c: 3 }, { b: 2, x: 4, y: 5 }],
    ['elements that moved', ['a', 'b', 'c', 'd'], ['d', 'b', 'a', 'c']],
    ['equal elements', ['a', 'a', 'b', 'a'], ['b', 'a']],
    ['an element that moved beside one that changed', [{ a: 1 }, { b: 2 }, 'c'], ['c', { a: 3 }]],
    [
      'lists whose names end alike',
      { 'a\nb': ['x', 'y'], a: { b: ['x', 'y'] } },
      { 'a\nb': ['y'], a: { b: ['y'] } },
    ],
    ['a name that objects have anyway', JSON.parse('{"a":1,"__proto__":[1],"b":2}'), { a: 1, b: 2 }],
    ['a list that becomes an object', { a: [1] }, { a: { b: 1 } }],
  ])('restores %s', (_, before, after) => restores(before, after))

  test('restores any document from any other, members in their order', () => {
    fc.assert(fc.property(json, json, restores), { numRuns: 2000 })
  })
})

function restores(before: unknown, after: unknown): void {
  const edits = sortEdits(difference(before, after))
  const made = applyEdits(before, edits)
  expect(sameJson(made, after)).toBe(true)
  const plan: Plan = { edits }
  const undone = apply(made, JSON.parse(JSON.stringify(invert(plan))) as Plan)
  expect(undone.ok && JSON.stringify(undone.value)).toBe(JSON.stringify(before))
  expect(invert(invert(plan))).toEqual(plan)
}
