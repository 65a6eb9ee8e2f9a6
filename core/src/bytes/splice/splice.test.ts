import { describe, expect, test } from 'vitest'
import { insert, remove, replace, set, spliced, table, unset } from '../../../../test/bytes/edits.ts'
import type { Edit } from '../../model/edit.ts'
import { encode } from '../text/utf8.ts'
import { applyBytes } from './splice.ts'

describe('elements come and go', () => {
  table([
    ['at the head', '[1,2]', [insert([0], 0, 1)], '[0,1,2]'],
    ['between', '[1, 2]', [insert([1], 0, 2)], '[1, 0, 2]'],
    ['at the end', '[1 ,2 ]', [insert([2], 0)], '[1 ,2 ,0 ]'],
    ['into nothing', '[ ]', [insert([0], 0), insert([0], 1)], '[0,1]'],
    ['beside one', '{"a": [1]}', [insert(['a', 1], 0)], '{"a": [1, 0]}'],
    ['out of the head', '[1, 2, 3]', [remove([0], 1)], '[2, 3]'],
    ['out of the middle', '[1, 2, 3]', [remove([1], 2)], '[1, 3]'],
    ['out of the end', '[1, 2, 3 ]', [remove([2], 3)], '[1, 2 ]'],
    ['all out', '[ 1, 2 ]', [remove([0], 1), remove([1], 2)], '[]'],
    ['all out, others in', '[ 1, 2 ]', [remove([0], 1), insert([1], 3, 2), remove([1], 2)], '[ 3 ]'],
    ['out and in at a gap', '[1,2,3,4]', [remove([1], 2), insert([2], [], 3), remove([2], 3)], '[1,[],4]'],
    ['beside one that changes', '[1,2]', [insert([1], 0, 2), replace([1], 2, 3)], '[1,0,3]'],
    ['behind one that changes', '[1,[]]', [insert([1, 0], 2), insert([2], 3)], '[1,[2],3]'],
  ])
})

describe('members come and go', () => {
  table([
    ['at the end', '{"a":1}', [set(['b'], 2, 1)], '{"a":1,"b":2}'],
    ['at the head', '{"a" : 1}', [set(['b'], 2, 0)], '{"b" : 2, "a" : 1}'],
    ['into nothing', '{}', [set(['b'], 2, 0), set(['a'], 1, 1)], '{"b":2,"a":1}'],
    ['out', '{"a": 1, "b": 2, "c": 3}', [unset(['b'], 2)], '{"a": 1, "c": 3}'],
    ['out where a name is given twice', '{"a":1,"b":2,"a":3}', [unset(['a'], 3)], '{"b":2}'],
    ['behind a name given twice', '{"a":1,"b":2,"a":3}', [set(['c'], 0, 1)], '{"a":1,"c":0,"b":2,"a":3}'],
    ['among names that are numbers', '{"b":1,"7":2}', [set(['a'], 0, 1)], '{"a":0,"b":1,"7":2}'],
    ['before names that are numbers', '{"b":1,"7":2}', [set(['a'], 0, 0)], '{"a":0,"b":1,"7":2}'],
    [
      'in any order',
      '{"a":{"b":1,"c":2},"d":3}',
      [replace(['a', 'c'], 2, 0), unset(['d'], 3), unset(['a', 'b'], 1)],
      '{"a":{"c":0}}',
    ],
    ['under a number', '{"b":1}', [set([7], 0, 0)], '{"7":0,"b":1}'],
    ['under an escaped name', '{"\\u0061":1}', [replace(['a'], 1, 2)], '{"\\u0061":2}'],
    ['under the last of two', '{"a":1,"a":2}', [replace(['a'], 2, 3)], '{"a":1,"a":3}'],
    ['under a name of objects', '{"__proto__":1}', [replace(['__proto__'], 1, 2)], '{"__proto__":2}'],
    ['under no name', '{"":{}}', [set(['', ''], 1, 0)], '{"":{"":1}}'],
  ])
})

describe('refused', () => {
  const document = '{"list":["a","b","c"],"member":{"first":1,"second":2},"text":"x"}'
  const stale: [string, Edit[]][] = [
    ['beside another element', [insert(['list', 1], 0, 'x')]],
    ['beyond the end', [insert(['list', 4], 0)]],
    ['before the start', [insert(['list', -1], 0)]],
    ['between two positions', [insert(['list', 0.5], 0)]],
    ['into what is no list', [insert(['member', 0], 0)]],
    ['into a string', [insert(['text', 0], 0)]],
    ['of another element', [remove(['list', 1], 'a')]],
    ['of an element that is not there', [remove(['list', 3], undefined)]],
    ['of one element twice', [remove(['list', 1], 'b'), remove(['list', 1], 'b')]],
    ['of an element before an insert there', [remove(['list', 1], 'b'), insert(['list', 1], 0, 'b')]],
    [
      'of an element that changes before an insert there',
      [replace(['list', 1], 'b', 0), insert(['list', 1], 0, 'b')],
    ],
    ['of an element that changes and goes', [replace(['list', 1], 'b', 0), remove(['list', 1], 'b')]],
    ['of a member as of an element', [remove(['member', 'first'], 1)]],
    ['of an element as of a member', [unset(['list', 0], 'a')]],
    ['of another value', [replace(['member', 'first'], 2, 0)]],
    ['of a member that is not there', [replace(['member', 'third'], undefined, 0)]],
    ['of the whole, which is another', [replace([], {}, 0)]],
    ['of the whole, without saying what', [remove([], JSON.parse(document))]],
    ['of a member that is there already', [set(['member', 'first'], 0, 0)]],
    ['of a member with another value', [unset(['member', 'first'], 2)]],
    ['of a member that went', [unset(['member', 'third'], 1)]],
    ['inside a string', [replace(['list', 0, 'x'], 'a', 0)]],
    ['inside nothing', [replace(['nowhere', 'x'], 'a', 0)]],
    ['by name in a list', [replace(['list', 'first'], 'a', 0)]],
    ['by a position as a name', [replace(['list', '0'], 'a', 0)]],
    ['out of order', [remove(['list', 2], 'c'), remove(['list', 0], 'a')]],
    ['inside what is replaced', [replace(['list'], ['a', 'b', 'c'], 0), replace(['list', 0], 'a', 0)]],
    ['around what is replaced', [replace(['list', 0], 'a', 0), replace(['list'], ['a', 'b', 'c'], 0)]],
    ['of one member twice', [replace(['text'], 'x', 0), replace(['text'], 'x', 0)]],
  ]
  test.each(stale)('a stale plan: a change %s', (_, edits) => {
    expect(spliced(document, edits)).toBe('stale-plan')
  })

  test('a change inside the first of two members with the same name', () => {
    expect(spliced('{"a":{"b":1},"a":{}}', [replace(['a', 'b'], 1, 2)])).toBe('stale-plan')
    expect(spliced('{"a":{"b":1},"a":2}', [set(['a', 'c'], 1, 1)])).toBe('stale-plan')
  })

  test('says where a plan does not fit', () => {
    const outcome = applyBytes(encode(document), { edits: [remove(['list', 1], 'x')] })
    expect(outcome.ok ? '' : outcome.error.message).toBe(
      'The plan does not fit this document: it differs at list.1.',
    )
  })

  test.each([
    ['', 0],
    ['{"a":1', 6],
    ['{"a":1}}', 7],
    ['{"a":1,}', 7],
    ['{"a":1,"b":[1,{"c":"\n"}]}', 20],
    ['{"a":1,"b":01}', 12],
    ['{"a":1,"b":"\\x"}', 13],
  ])('bytes that are no JSON: %j', (text, at) => {
    const outcome = applyBytes(encode(text), { edits: [replace(['a'], 1, 2)] })
    expect(outcome.ok ? '' : outcome.error.message).toBe(`The bytes are not valid JSON at offset ${at}.`)
  })
})

describe('size', () => {
  test('an empty plan gives the same buffer', () => {
    const bytes = encode('{')
    const outcome = applyBytes(bytes, { edits: [] })
    expect(outcome.ok && outcome.value).toBe(bytes)
  })

  test('nesting of 100,000 levels, beside the place and around it', () => {
    const depth = 100_000
    const deep = `${'['.repeat(depth)}1.0${']'.repeat(depth)}`
    expect(spliced(`[${deep},2]`, [replace([1], 2, 3)])).toBe(`[${deep},3]`)
    const path = new Array<number>(depth).fill(0)
    expect(spliced(deep, [replace(path, 1, 2)])).toBe(deep.replace('1.0', '2'))
    const moved: unknown = JSON.parse(deep)
    expect(spliced(`[\n ${deep},\n 2\n]`, [remove([0], moved), insert([2], moved)])).toBe(
      `[\n 2,\n ${deep}\n]`,
    )
    expect(spliced('[\n 2\n]', [insert([1], moved)]).length).toBeLessThan(3 * deep.length)
  })

  test('half a character at a depth of 100,000 levels', () => {
    const [open, close] = ['['.repeat(100_000), ']'.repeat(100_000)]
    const [before, after] = [`${open}"\\ud800"${close}`, `${open}"\\ufffd"${close}`]
    expect(spliced(before, [replace([], JSON.parse(before), JSON.parse(after))])).toBe(after)
  })

  test('white space without end beside many inserts', () => {
    const blanks = ' '.repeat(1_000_000)
    const before = `[0${blanks},${blanks}[${blanks}1],\n${blanks}2${blanks}]`
    const edits = Array.from({ length: 2_000 }, () => [
      insert([0], { a: 1 }, 0),
      insert([3], { b: 2 }),
    ]).flat()
    const after = spliced(
      before,
      edits.sort((left, right) => Number(left.at[0]) - Number(right.at[0])),
    )
    expect(after.length).toBeLessThan(2 * before.length)
    expect(JSON.parse(after)).toHaveLength(4_003)
  })

  test('many elements and many edits', () => {
    const count = 20_000
    const list = Array.from({ length: count }, (_, index) => index)
    const edits = list.flatMap((index) => [insert([index], [index], index), remove([index], index)])
    expect(spliced(JSON.stringify(list), edits)).toBe(JSON.stringify(list.map((index) => [index])))
  })
})
