import { appendFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ToolsInput } from '../../app/src/config/index.ts'
import { openDisk, reverseRun } from '../../app/src/disk/index.ts'
import { surroundingsOf } from '../../app/src/sessions/find/home.ts'
import { age, must } from '../disk/scratch.ts'
import { answer, call, header, result, user } from '../stores/pi-records.ts'
import { first, type House, makeHouse, noCalls, rules, sixtyFiveLines, twoCalls } from './house.ts'

const all =
  'tools.deny changed to disable all tools; cleaning session transcripts to remove tool call history'
const total = (processed: number, cleaned: number, removed: number): string =>
  `Session cleanup complete: processed ${processed} files, cleaned ${cleaned} files, removed ${removed} tool-related messages`
const undo = expect.stringMatching(/^To take this cleaning back: mortise undo [0-9a-f]{8}$/)
const everyGroup = [
  'fs',
  'runtime',
  'web',
  'sessions',
  'memory',
  'ui',
  'automation',
  'messaging',
  'nodes',
  'media',
  'openclaw',
].map((name) => `group:${name}`)

/** Whether a session holds a call or result of a tool. */
const holds = (house: House, name: string, profile = 'main', tool = 'exec'): boolean =>
  new RegExp(`"(?:name|toolName)":"${tool}"`).test(house.read(profile, name))

async function settled(house: House, ...versions: ReturnType<typeof rules>[]): Promise<readonly string[]> {
  const transitions = house.transitions()
  let previous: ReturnType<typeof rules> | undefined
  for (const next of versions) {
    transitions.apply(previous, next)
    await transitions.idle()
    previous = next
  }
  await transitions.close()
  return transitions.lines
}

describe('O1: the lines of the log', () => {
  test('eight files, one with calls, and the whole cleaning taken back as one run', async () => {
    const house = makeHouse()
    house.write('main', first, sixtyFiveLines())
    for (let number = 1; number < 8; number++) house.write('main', `${number}`, noCalls(`${number}`))
    const before = house.all()
    expect(before[`main/sessions/${first}.jsonl`]?.trimEnd().split('\n')).toHaveLength(65)
    const lines = await settled(house, rules({ deny: [] }), rules({ deny: ['*'] }))
    expect(lines).toEqual([
      all,
      `Cleaned 6 tool-related messages from main/sessions/${first}.jsonl`,
      total(8, 1, 6),
      undo,
    ])
    expect(house.read('main', first).trimEnd().split('\n')).toHaveLength(59)
    const run = /undo (\w+)$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
    const { state } = surroundingsOf(
      { folder: house.folder, environment: {}, platform: process.platform },
      undefined,
    )
    const back = { command: 'undo', run, writersOf: () => ({ recentMs: 0 }) }
    expect(must(await reverseRun(openDisk(state), back, 'undo')).reversed).toHaveLength(1)
    expect(house.all()).toEqual(before)
  })

  test('one tool, in the same manner', async () => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    expect(await settled(house, rules({}), rules({ deny: ['Bash'] }))).toEqual([
      'tools.deny changed to disable exec; cleaning session transcripts to remove tool call history',
      'Cleaned 2 tool-related messages from main/sessions/one.jsonl',
      total(1, 1, 2),
      undo,
    ])
    expect([holds(house, 'one'), holds(house, 'one', 'main', 'read')]).toEqual([false, true])
  })
})

describe('O3: what counts as a transition', () => {
  const none: ToolsInput = { deny: [] }
  const rows: readonly (readonly [string, readonly ToolsInput[], number])[] = [
    ['a star', [none, { deny: ['*'] }], 1],
    ['a star with blanks', [none, { deny: [' * '] }], 1],
    ['two stars', [none, { deny: ['**'] }], 1],
    ['a star, and then the same', [none, { deny: ['*'] }, { deny: ['*'] }], 1],
    ['a star, and then two', [none, { deny: ['*'] }, { deny: ['**'] }, { deny: ['*', 'exec'] }], 1],
    ['twice, with a time between when all was allowed', [{ deny: ['*'] }, none, { deny: ['*'] }], 2],
    ['all groups, which are all known tools', [none, { deny: everyGroup }], 1],
    ['all groups, and then a star', [none, { deny: everyGroup }, { deny: ['*'] }], 1],
    [
      'globs that cover all known tools',
      [none, { deny: ['a*', 'b*', ...'cdefghijklmnopqrstuvwxyz'.split('').map((letter) => `${letter}*`)] }],
      1,
    ],
    ['an allow-list that matches no known tool', [none, { allow: ['no_such_tool'] }], 1],
    ['an allow-list of blanks is none', [none, { allow: [' '] }], 0],
    ['all allowed, as ever', [none, { deny: [], allow: [] }], 0],
    ['a tool that nobody knows', [none, { deny: ['no_such_tool'] }], 0],
    ['fewer tools than before', [{ deny: ['*'] }, { deny: ['exec'] }], 1],
    ['a mode alone', [{ deny: ['exec'] }, { deny: ['exec'], history: 'text' }], 1],
  ]

  test.each(rows)('%s', async (_, versions, times) => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    const lines = await settled(house, ...versions.map((tools) => rules(tools)))
    expect(lines.filter((line) => line.includes(' changed to disable '))).toHaveLength(times)
    expect(lines.filter((line) => line.startsWith('!'))).toEqual([])
  })

  test('a session that calls a tool of no group is known too: groups do not cover it, a star does', async () => {
    const house = makeHouse()
    house.write('main', 'one', [
      header(),
      user('u1', null, 'go'),
      answer('a1', 'u1', [call('c1', 'mcp__mail__send'), call('c2')]),
      result('r1', 'a1', 'c1', 'sent', { toolName: 'mcp__mail__send' }),
      result('r2', 'r1', 'c2'),
    ])
    const lines = await settled(house, rules({}), rules({ deny: everyGroup }), rules({ deny: ['*'] }))
    expect(lines.filter((line) => line.includes(' changed to disable '))).toEqual([
      expect.stringMatching(/^tools\.deny changed to disable exec, .* and \d+ more; cleaning/),
      all,
    ])
    expect(house.read('main', 'one')).not.toContain('toolCall')
  })

  test('one profile: only its sessions, and layers are joined', async () => {
    const house = makeHouse()
    for (const profile of ['main', 'work']) house.write(profile, 'one', twoCalls('one'))
    const lines = await settled(
      house,
      rules({ deny: ['web_*'] }),
      rules({ deny: ['web_*'] }, { 'openclaw/work': { deny: ['*'] } }),
    )
    expect(lines.slice(-4)).toEqual([
      'tools.deny of openclaw/work changed to disable all tools; cleaning session transcripts to remove tool call history',
      'Cleaned 4 tool-related messages from work/sessions/one.jsonl',
      total(1, 1, 4),
      undo,
    ])
    expect([holds(house, 'one', 'main'), holds(house, 'one', 'work')]).toEqual([true, false])
  })

  test('a tool has to be on every allow-list that there is', async () => {
    const house = makeHouse()
    for (const profile of ['main', 'work']) house.write(profile, 'one', twoCalls('one'))
    await settled(
      house,
      rules({ allow: ['exec', 'read'] }, { 'openclaw/work': { allow: ['read', 'write'] } }),
    )
    const held = ['main', 'work'].map((profile) =>
      ['exec', 'read'].map((tool) => holds(house, 'one', profile, tool)),
    )
    expect(held).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('only profiles that are listed', async () => {
    const house = makeHouse()
    for (const profile of ['main', 'work']) house.write(profile, 'one', twoCalls('one'))
    await settled(house, rules({ deny: ['*'] }, {}, [{ agent: 'openclaw', profiles: ['w*'] }]))
    expect([holds(house, 'one', 'main'), holds(house, 'one', 'work')]).toEqual([true, false])
  })
})

test('none is cleaned unless it is listed: the log names the number and the command, once', async () => {
  const house = makeHouse()
  house.write('main', 'one', twoCalls('one'))
  const before = house.all()
  const lines = await settled(
    house,
    rules({}, {}, []),
    rules({ deny: ['*'] }, {}, []),
    rules({ deny: ['**'] }, {}, []),
  )
  expect(lines).toEqual([
    "tools.deny changed to disable all tools; 1 session with 4 tool-related messages would be cleaned, but `sessions` lists no store; by hand: mortise clean --tools '*'",
  ])
  expect(house.all()).toEqual(before)
})

describe('O4: the start', () => {
  test('a gateway that was down when the config changed cleans at its start, once', async () => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    expect(await settled(house, rules({}))).toEqual([])
    expect((await settled(house, rules({ deny: ['*'] })))[0]).toBe(all)
    house.write('main', 'one', twoCalls('one'))
    expect(await settled(house, rules({ deny: ['*'] }))).toEqual([])
    expect(holds(house, 'one')).toBe(true)
  })

  test('the first start ever cleans too', async () => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    expect((await settled(house, rules({ deny: ['*'] }))).slice(0, 1)).toEqual([all])
    expect(holds(house, 'one')).toBe(false)
  })

  test('each config has a stamp of its own', async () => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    await settled(house, rules({ deny: ['*'] }))
    const other = house.transitions({ source: '/etc/other.yaml' })
    other.apply(undefined, rules({ deny: ['*'] }))
    await other.idle()
    expect(other.lines).toEqual([all, total(1, 0, 0)])
  })

  test('a stamp that nobody can read is none', async () => {
    const house = makeHouse()
    house.write('main', 'one', twoCalls('one'))
    await settled(house, rules({ deny: ['*'] }))
    const { state } = surroundingsOf(
      { folder: house.folder, environment: {}, platform: process.platform },
      undefined,
    )
    const { readdirSync } = await import('node:fs')
    for (const name of readdirSync(state).filter((each) => each.startsWith('transition-')))
      writeFileSync(`${state}/${name}`, '{"version":1,"targets":{"openclaw/main')
    expect((await settled(house, rules({ deny: ['*'] })))[0]).toBe(all)
  })
})

describe('O7: sessions in use', () => {
  test('a locked session waits, and is cleaned when it rests; its lock, mode and bytes stay', async () => {
    const house = makeHouse()
    const path = house.write('main', 'busy', twoCalls('busy'))
    house.write('main', 'idle', twoCalls('idle'))
    const before = house.read('main', 'busy')
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, createdAt: new Date().toISOString() }))
    const transitions = house.transitions({ retryMs: 20 })
    transitions.apply(undefined, rules({ deny: ['*'] }))
    expect(await transitions.idle()).toEqual({ waiting: 1, failed: 0 })
    expect(transitions.lines).toEqual([
      all,
      'Cleaned 4 tool-related messages from main/sessions/idle.jsonl',
      total(2, 1, 4),
      '1 session is in use; cleaned when at rest',
      undo,
    ])
    expect(house.read('main', 'busy')).toBe(before)
    const { mode } = statSync(path)
    rmSync(`${path}.lock`)
    await until(() => transitions.lines.length === 7)
    expect(transitions.lines.slice(5)).toEqual([
      'Cleaned 4 tool-related messages from main/sessions/busy.jsonl',
      total(1, 1, 4),
    ])
    expect(statSync(path).mode).toBe(mode)
    expect(await transitions.idle()).toEqual({ waiting: 0, failed: 0 })
  })

  test('sessions that may not be written to are counted, and the end is no success', async () => {
    const house = makeHouse()
    const [head, ...rest] = twoCalls('newer')
    house.write('main', 'newer', [{ ...head, version: 9 }, ...rest])
    const lines = await settled(house, rules({ deny: ['*'] }))
    expect(lines).toContain(
      '! Session cleanup incomplete: processed 1 files, cleaned 0 files, removed 0 tool-related messages; 1 left alone',
    )
  })

  test('a session that was written to a moment ago waits too, and the next start goes on with it', async () => {
    const house = makeHouse()
    const path = house.write('main', 'busy', twoCalls('busy'))
    house.write('main', 'idle', twoCalls('idle'))
    const texts = house.all()
    appendFileSync(path, '')
    utimesSync(path, new Date(), new Date())
    const lines = await settled(house, rules({ deny: ['*'] }))
    expect(lines).toContain('1 session is in use; cleaned when at rest')
    age(path)
    const more = await settled(house, rules({ deny: ['*'] }))
    expect(more.slice(0, 3)).toEqual([
      'resuming the session cleanup that was not complete',
      'Cleaned 4 tool-related messages from main/sessions/busy.jsonl',
      total(2, 1, 4),
    ])
    const run = /undo (\w+)$/.exec(more.at(-1) ?? '')?.[1] ?? ''
    const { state } = surroundingsOf(
      { folder: house.folder, environment: {}, platform: process.platform },
      undefined,
    )
    const back = { command: 'undo', run, writersOf: () => ({ recentMs: 0 }) }
    // Both processes worked at one run: it is taken back as one.
    expect(must(await reverseRun(openDisk(state), back, 'undo')).reversed).toHaveLength(2)
    expect(house.all()).toEqual(texts)
    expect(await settled(house, rules({ deny: ['*'] }))).toEqual([])
  })

  test('a config that allows all again ends the wait', async () => {
    const house = makeHouse()
    const path = house.write('main', 'busy', twoCalls('busy'))
    writeFileSync(`${path}.lock`, JSON.stringify({ pid: process.pid, createdAt: new Date().toISOString() }))
    const transitions = house.transitions({ retryMs: 20 })
    transitions.apply(undefined, rules({ deny: ['*'] }))
    await transitions.idle()
    transitions.apply(rules({ deny: ['*'] }), rules({}))
    rmSync(`${path}.lock`)
    await until(async () => (await transitions.idle()).waiting === 0)
    expect(holds(house, 'busy')).toBe(true)
  })
})

test.each([
  ['strip', { exec: false, words: false }],
  ['text', { exec: false, words: true }],
  ['keep-completed', { exec: true, words: true }],
] as const)('O13: history %s', async (history, { exec, words }) => {
  const house = makeHouse()
  house.write('main', 'one', twoCalls('one'))
  await settled(house, rules({ deny: ['*'], history }))
  expect([
    /"type":"toolCall"/.test(house.read('main', 'one')),
    house.read('main', 'one').includes('ls -l'),
  ]).toEqual([exec, words])
})

test('a clean that fails is told, and apply never throws', async () => {
  const house = makeHouse()
  const failing = { size: 1, run: () => Promise.reject(new Error('no thread')), close: async () => {} }
  const transitions = house.transitions({ pool: failing })
  transitions.apply(undefined, rules({ deny: ['*'] }))
  expect(await transitions.idle()).toEqual({ waiting: 0, failed: 1 })
  expect(transitions.lines).toEqual([all, '! session cleanup failed: no thread'])
  transitions.apply(undefined, undefined as never)
  expect(transitions.lines.at(-1)).toMatch(/^! session cleanup failed: /)
})

async function until(holdsNow: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holdsNow())) await new Promise((resolve) => setTimeout(resolve, 5))
}
