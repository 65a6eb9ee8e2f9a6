import { describe, expect, test } from 'vitest'
import { memberIn, withMember } from './edit.ts'
import type { Way } from './located.ts'

const env = (name: string): string => `\${${name}}`

describe('one member of a YAML file is changed, and nothing else', () => {
  test.each<[string, string, Way, unknown, string]>([
    ['a number', 'a: 1 # one\n\n# two\nb:   2\n', ['b'], 3, 'a: 1 # one\n\n# two\nb: 3\n'],
    ['with a comment behind', 'b: 2   # why\n', ['b'], 3, 'b: 3   # why\n'],
    [
      'in braces',
      'tools: { deny: [exec],   allow: [] } # x\n',
      ['tools', 'deny'],
      ['*'],
      'tools: { deny: ["*"],   allow: [] } # x\n',
    ],
    [
      'added in braces',
      'tools: { allow: [] } # x\n',
      ['tools', 'deny'],
      ['a'],
      'tools: { allow: [], deny: [a] } # x\n',
    ],
    ['added in empty braces', 'tools: {}\n', ['tools', 'deny'], [], 'tools: { deny: [] }\n'],
    [
      'added to a block',
      'tools:\n    allow: [] # x\n\n# y\nb: 1\n',
      ['tools', 'deny'],
      ['a'],
      'tools:\n    allow: [] # x\n    deny: [a]\n\n# y\nb: 1\n',
    ],
    [
      'added with its table',
      'a: 1\n# end\n',
      ['tools', 'deny'],
      ['*'],
      'a: 1\ntools: { deny: ["*"] }\n# end\n',
    ],
    ['added without a line break at the end', 'a: 1', ['b'], 'x: y', 'a: 1\nb: "x: y"'],
    [
      'a list in a block',
      'tools:\n  deny: # why\n    - exec # x\n    - read\n  allow: []\n',
      ['tools', 'deny'],
      ['*'],
      'tools:\n  deny: ["*"] # why\n  allow: []\n',
    ],
    ['an item of a list', 'a:\n  - b: 1 # x\n  - b: 2\n', ['a', 1, 'b'], 3, 'a:\n  - b: 1 # x\n  - b: 3\n'],
    ['a value in place of none', 'tools:\nb: 1\n', ['tools', 'deny'], ['x'], 'tools: { deny: [x] }\nb: 1\n'],
    [
      'a reference',
      `u: { a: { key: "${env('OLD')}" } }\n`,
      ['u', 'a', 'key'],
      env('NEW'),
      `u: { a: { key: "${env('NEW')}" } }\n`,
    ],
    ['text that is kept in quotes', 'a: \'x\'\nb: "y" \n', ['a'], 'true', 'a: "true"\nb: "y" \n'],
    [
      'a name with dots',
      'u: { "gpt-4.1": { key: a } }\n',
      ['u', 'gpt-4.1', 'key'],
      'b',
      'u: { "gpt-4.1": { key: b } }\n',
    ],
  ])('%s', (_, text, way, value, expected) => {
    const edited = withMember(text, 'm.yaml', way, value)
    expect(edited).toBe(expected)
    expect(memberIn(edited, 'm.yaml', way)).toEqual(value)
  })

  test('a comment before a closing brace does not swallow the new member', () => {
    const edited = withMember('tools: {\n  allow: [] # note\n}\n', 'm.yaml', ['tools', 'deny'], ['*'])
    expect(memberIn(edited, 'm.yaml', ['tools'])).toEqual({ allow: [], deny: ['*'] })
    expect(edited).toContain('# note')
  })

  test('a form that is not common is set anew, with its comments', () => {
    const text = '# head\nbase: &base { retries: 1 }\ncopy: *base # note\n'
    const edited = withMember(text, 'm.yaml', ['copy'], { retries: 2 })
    expect(memberIn(edited, 'm.yaml', ['copy', 'retries'])).toBe(2)
    expect(edited).toMatch(/^# head\nbase: &base/)
  })
})

describe('one member of a JSON file is changed, and nothing else', () => {
  test.each<[string, string, Way, unknown, string]>([
    [
      'a value',
      '{ // x\n  "a": 1, /* y */ "b": [1,2],\n}',
      ['a'],
      2,
      '{ // x\n  "a": 2, /* y */ "b": [1,2],\n}',
    ],
    [
      'a new table',
      '{\n\t"a": 1 // x\n}\n',
      ['tools', 'deny'],
      ['*'],
      '{\n\t"a": 1, // x\n\t"tools": {\n\t\t"deny": [\n\t\t\t"*"\n\t\t]\n\t}\n}\n',
    ],
    ['behind a comma and a comment', '{\n  "a": 1, // x\n}\n', ['b'], 2, '{\n  "a": 1, // x\n  "b": 2,\n}\n'],
    ['on one line', '{ "a": 1 }', ['b'], { c: 2 }, '{ "a": 1, "b": {"c":2} }'],
    ['in an empty table', '{}', ['b'], 2, '{\n  "b": 2\n}'],
  ])('%s', (_, text, way, value, expected) => {
    expect(withMember(text, 'm.jsonc', way, value)).toBe(expected)
  })
})
