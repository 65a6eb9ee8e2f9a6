import { describe, expect, test } from 'vitest'
import { memberIn, withMember } from './edit.ts'
import type { MemberPath } from './located.ts'

const env = (name: string): string => `\${${name}}`

describe('one member of a YAML file is changed, and nothing else', () => {
  test.each<[string, string, MemberPath, unknown, string]>([
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
    [
      'an anchored value, in the form that it has',
      'tools: &t\n  deny: [exec]   # why\ncopy: *t\n',
      ['tools', 'deny'],
      ['exec', 'web_*'],
      'tools: &t\n  deny: [exec, web_*]   # why\ncopy: *t\n',
    ],
    [
      'an alias, for a value of its own',
      'a: &a { b: 1 }\nc:   *a # note\nd: *a\n',
      ['c'],
      { b: 2 },
      'a: &a { b: 1 }\nc: { b: 2 } # note\nd: *a\n',
    ],
    [
      'between line breaks of Windows',
      'tools:\r\n  deny: # why\r\n    - a # x\r\n    - b\r\n# end\r\n',
      ['tools', 'deny'],
      ['*'],
      'tools:\r\n  deny: ["*"] # why\r\n# end\r\n',
    ],
    [
      'added between line breaks of Windows',
      'tools:\r\n  deny:\r\n    - a # x\r\nb: 1\r\n',
      ['tools', 'history'],
      'text',
      'tools:\r\n  deny:\r\n    - a # x\r\n  history: text\r\nb: 1\r\n',
    ],
    [
      'added at the end of lines of Windows',
      'a: 1 # x\r\n',
      ['reload'],
      'hot',
      'a: 1 # x\r\nreload: hot\r\n',
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

  test('a form that is not common is set anew, with its comments and line breaks', () => {
    const text = '# head\r\ntools: {\r\n  allow: [] # note\r\n}\r\n'
    const edited = withMember(text, 'm.yaml', ['tools', 'deny'], ['*'])
    expect(memberIn(edited, 'm.yaml', ['tools', 'deny'])).toEqual(['*'])
    expect(edited).toMatch(/^# head\r\ntools:/)
    expect(edited).toContain('# note\r\n')
    expect(edited).not.toMatch(/[^\r]\n/)
  })

  test('a member of an alias is refused, with the anchor that it belongs to', () => {
    const text = 'tools: &t { deny: [exec] }\nprofiles: { openclaw/main: { tools: *t } }\n'
    expect(() => withMember(text, 'm.yaml', ['profiles', 'openclaw/main', 'tools', 'deny'], [])).toThrow(
      '`profiles.openclaw/main.tools` is written as `*t`, a second name for the value at `&t`.',
    )
  })
})

describe('one member of a JSON file is changed, and nothing else', () => {
  test.each<[string, string, MemberPath, unknown, string]>([
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
    [
      'a list on one line, which stays one',
      '{\n  "tools": { "deny": [ "exec", /* x */ ], }, // y\n}\n',
      ['tools', 'deny'],
      ['*', 'a'],
      '{\n  "tools": { "deny": ["*", "a"], }, // y\n}\n',
    ],
    [
      'behind a table of several lines',
      '{\r\n  "a": {\r\n    "b": [\r\n      1\r\n    ],\r\n  },\r\n}\r\n',
      ['a', 'c'],
      2,
      '{\r\n  "a": {\r\n    "b": [\r\n      1\r\n    ],\r\n    "c": 2,\r\n  },\r\n}\r\n',
    ],
    ['on one line', '{ "a": 1 }', ['b'], { c: 2 }, '{ "a": 1, "b": {"c":2} }'],
    ['in an empty table', '{}', ['b'], 2, '{\n  "b": 2\n}'],
  ])('%s', (_, text, way, value, expected) => {
    expect(withMember(text, 'm.jsonc', way, value)).toBe(expected)
  })
})
