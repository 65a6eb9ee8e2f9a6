import { describe, expect, test } from 'vitest'
import { evaluate, type ReloadRule, reloadRules } from './evaluate.ts'
import { type Config, type ConfigInput, checkedConfig, diffPaths } from './index.ts'
import { formatPath, parsePath } from './member-path.ts'

const least: ConfigInput = { upstreams: { a: { url: 'http://127.0.0.1:1', api: 'openai' } } }
const config = (more: Partial<ConfigInput> = {}): Config =>
  checkedConfig({ ...least, ...more }, { environment: {}, readFile: () => '' })

describe('a path', () => {
  test.each<[readonly (string | number)[], string]>([
    [['tools', 'deny'], 'tools.deny'],
    [['routes', 0, 'to', 1], 'routes[0].to[1]'],
    [['upstreams', 'gpt-4.1', 'key'], 'upstreams["gpt-4.1"].key'],
    [['profiles', 'openclaw/main', 'tools'], 'profiles.openclaw/main.tools'],
    [['a "b"', ''], '["a \\"b\\""][""]'],
  ])('%j is written and read as %s', (way, text) => {
    expect(formatPath(way)).toBe(text)
    expect(parsePath(text)).toEqual(way)
  })

  test.each(['', '.', 'a.', '.a', 'a..b', 'a[', 'a[x]', 'a[0]b', '[0]', 'a b'])('%j is none', (text) => {
    expect(parsePath(text)).toBeUndefined()
  })
})

describe('a difference is named by the members that differ', () => {
  test.each<[string, unknown, unknown, readonly string[]]>([
    [
      'an address, as one text',
      { listen: { host: 'a', port: 1 } },
      { listen: { host: 'a', port: 2 } },
      ['listen'],
    ],
    ['a member that is undefined', { a: { b: undefined } }, { a: {} }, []],
    ['nothing', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
    ['a member', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['a.c']],
    ['a list, as a whole', { a: [1, 2] }, { a: [2, 1] }, ['a']],
    ['a table that appears', {}, { tools: { deny: ['*'], allow: [] } }, ['tools.deny', 'tools.allow']],
    ['a table that vanishes', { tools: { deny: { x: 1 } } }, {}, ['tools.deny.x']],
    ['an empty table that appears', {}, { tools: {} }, ['tools']],
    ['a table in the place of a value', { admin: false }, { admin: { token: 'x' } }, ['admin']],
    ['an address', { url: new URL('http://a/') }, { url: new URL('http://b/') }, ['url']],
    ['the same address', { url: new URL('http://a/') }, { url: new URL('http://a') }, []],
    ['members in the order of the tables', { b: 1, a: 1 }, { a: 2, b: 2, c: 1 }, ['b', 'a', 'c']],
  ])('%s', (_, previous, next, paths) => {
    expect(diffPaths(previous, next)).toEqual(paths)
  })
})

describe('O5: the rule table', () => {
  const upstream = { url: 'http://127.0.0.1:1', api: 'openai' }
  test.each<[string, Partial<ConfigInput>, Partial<ConfigInput>, object]>([
    [
      '`tools.deny` is hot',
      {},
      { tools: { deny: ['*'] } },
      { paths: ['tools.deny'], hot: ['tools.deny'], action: 'hot' },
    ],
    [
      'a whole block of tools counts for its members',
      {},
      { profiles: { 'openclaw/main': { tools: { deny: ['*'] } } } },
      {
        paths: ['profiles.openclaw/main.tools.deny', 'profiles.openclaw/main.tools.allow'],
        action: 'hot',
      },
    ],
    ['an address needs a restart', {}, { listen: '127.0.0.1:1' }, { restart: ['listen'], action: 'restart' }],
    [
      'one change that needs a restart makes it one',
      {},
      { tools: { deny: ['*'] }, listen: '127.0.0.1:1' },
      { paths: ['listen', 'tools.deny'], hot: ['tools.deny'], action: 'restart' },
    ],
    [
      'sessions are read when they are needed',
      {},
      { sessions: [{ agent: 'x' }] },
      { none: ['sessions'], action: 'none' },
    ],
    [
      'mode `restart`',
      {},
      { reload: 'restart', retries: 1 },
      { none: ['reload'], hot: ['retries'], action: 'restart' },
    ],
    ['mode `hot`, and a hot change', {}, { reload: 'hot', retries: 1 }, { action: 'hot' }],
    ['mode `hot`, and another', {}, { reload: 'hot', listen: '127.0.0.1:1' }, { action: 'left' }],
    ['mode `off`', {}, { reload: 'off', retries: 1 }, { action: 'left' }],
    ['mode `off` is left by the next config', { reload: 'off' }, { retries: 1 }, { action: 'hot' }],
    [
      'an upstream that appears',
      {},
      { upstreams: { ...least.upstreams, b: upstream } },
      { restart: ['upstreams.b.url', 'upstreams.b.api', 'upstreams.b.passthrough'], action: 'restart' },
    ],
    ['nothing', {}, {}, { paths: [], action: 'none' }],
  ])('%s', (_, previous, next, expected) => {
    expect(evaluate(config(previous), config(next))).toMatchObject(expected)
  })

  const deny = (rules: readonly ReloadRule[]): string =>
    evaluate(config(), config({ tools: { deny: ['x'] } }), rules).action

  test('the first rule that fits wins', () => {
    const hot = { prefix: 'tools.deny', kind: 'hot' } as const
    const restart = { prefix: 'tools', kind: 'restart' } as const
    expect([deny([hot, restart]), deny([restart, hot])]).toEqual(['hot', 'restart'])
  })

  test('without a rule, a change needs a restart', () => {
    expect([deny([]), deny([{ prefix: 'tools.den', kind: 'hot' }])]).toEqual(['restart', 'restart'])
  })

  test('contributed rules stand after the base and before the tail', () => {
    const contributed: readonly ReloadRule[] = [
      { prefix: 'tools.deny', kind: 'restart' },
      { prefix: 'profiles.openclaw/*', kind: 'none' },
    ]
    expect(deny(reloadRules(contributed))).toBe('hot')
    const next = config({ profiles: { 'openclaw/main': { tools: { deny: ['x'] } } } })
    expect(evaluate(config(), next, reloadRules(contributed)).action).toBe('none')
    expect(evaluate(config(), next).action).toBe('hot')
  })
})
