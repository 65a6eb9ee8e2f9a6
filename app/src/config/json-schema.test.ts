import { describe, expect, test } from 'vitest'
import { configJsonSchema, type JsonSchema, keysAt, schemasAt } from './json-schema.ts'

describe('the schema for editors', () => {
  test.each([
    [
      [],
      [
        'listen',
        'origins',
        'hosts',
        'admin',
        'metrics',
        'upstreams',
        'routes',
        'clients',
        'keyHeader',
        'mode',
        'policy',
        'retries',
        'timeouts',
        'limits',
        'reload',
        'tools',
        'profiles',
        'sessions',
        'database',
        'node',
        'tables',
        'audit',
        'jobs',
      ],
    ],
    [['tools'], ['deny', 'allow', 'history']],
    [['admin'], ['listen', 'token']],
    [
      ['clients', 0, 'tools'],
      ['deny', 'allow', 'history'],
    ],
    [['profiles', 'openclaw/main'], ['tools']],
    [['retries'], []],
    [['nothing', 'here'], []],
  ])('knows the keys at %j', (way, keys) => {
    expect(keysAt(way)).toEqual(keys)
  })

  test('describes every member with a sentence', () => {
    const undescribed = (schema: JsonSchema, path: string): readonly string[] => [
      ...(schema.items === undefined ? [] : undescribed(schema.items, `${path}[]`)),
      ...(typeof schema.additionalProperties === 'object'
        ? undescribed(schema.additionalProperties, `${path}.*`)
        : []),
      ...(schema.anyOf ?? []).flatMap((each) => undescribed(each, path)),
      ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => [
        ...(/^[A-Z`].*\.$/.test(each.description ?? '') ? [] : [`${path}.${key}`]),
        ...undescribed(each, `${path}.${key}`),
      ]),
    ]
    expect(undescribed(configJsonSchema(), '')).toEqual([])
  })

  test('a reference may stand for a text of any form', () => {
    const [mode] = schemasAt(['mode'])
    const patterns = mode?.anyOf?.flatMap(({ pattern }) => pattern ?? []) ?? []
    expect(patterns.map((pattern) => new RegExp(pattern).test('$' + '{MODE}'))).toEqual([true])
  })
})
