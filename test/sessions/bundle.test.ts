import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundleOf } from '../../app/src/report/bundle.ts'
import { reportOf } from '../../app/src/report/report.ts'
import { smallest } from '../../app/src/report/smallest.ts'
import { withStandIns } from '../../app/src/report/stand-ins.ts'
import { chooseSession } from '../../app/src/sessions/find/choose.ts'
import { openContext } from '../../app/src/sessions/find/context.ts'
import { agentSessions, homeOf } from './all-agents.ts'
import { makeHome } from './home.ts'

test.each<[string, readonly number[], (items: readonly number[]) => boolean, readonly number[]]>([
  ['one item', [1, 2, 3, 4, 5, 6, 7, 8], (items) => items.includes(6), [6]],
  [
    'two items far apart',
    [1, 2, 3, 4, 5, 6, 7, 8],
    (items) => items.includes(1) && items.includes(8),
    [1, 8],
  ],
  ['all of them', [1, 2, 3], (items) => items.length === 3, [1, 2, 3]],
])('the smallest list of which something holds: %s', (_, items, holds, few) => {
  expect(smallest(items, holds)).toEqual(few)
})

const secret = 'hunter2-my-password'

test('stand-ins have the same length and form, the same one for the same text', () => {
  const made = withStandIns({ a: `use ${secret} now`, b: secret, c: secret, count: 42 }, () => true)
  const values = Object.values(made as Record<string, unknown>)
  expect(values[1]).toBe(values[2])
  expect(String(values[1])).toHaveLength(secret.length)
  expect(String(values[1])).toMatch(/^[a-z]{6}\d-[a-z]{2}-[a-z]{8}$/)
  expect(JSON.stringify(made)).not.toMatch(/hunter|password|42/)
})

test('a word that cannot be replaced and is no word of a format ends the bundle', () => {
  const isSame = (made: unknown): boolean => JSON.stringify(made).includes('a whole sentence')
  expect(() => withStandIns({ text: 'a whole sentence' }, isSame)).toThrow('would be left')
})

describe.each(agentSessions.filter(({ agent }) => !['cline', 'kilo', 'roo'].includes(agent)))(
  '$agent',
  (session) => {
    const home = homeOf(session)
    const context = openContext({ home: home.folder, version: '0' })
    const chosen = chooseSession(context, home.path)
    if (chosen.is !== 'one') throw new Error(chosen.is)

    test('its report is one file that asks nobody, and tells the faults', () => {
      const outcome = reportOf(context, chosen.session)
      const html = outcome.ok ? outcome.value : ''
      expect(html).toMatch(/^<!doctype html>/)
      expect(html).not.toMatch(/<script|<link|\bsrc=|\bhref=/)
      for (const { rule } of chosen.session.verdict?.found ?? []) expect(html).toContain(rule)
      expect(html).toContain('list the files')
    })
  },
)

describe('the bundle of a session with a secret', () => {
  const home = makeHome()
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bundle-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const own = { isSidechain: false, userType: 'external', cwd: '/w', sessionId: 's', version: '1.0.98' }
  const messages = [
    ...Array.from({ length: 60 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `${secret} ${index}`,
    })),
    { role: 'user', content: `the key is ${secret}` },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I run it' },
        {
          type: 'tool_use',
          id: 'toolu_01Secret',
          name: 'Bash',
          input: { command: `echo ${secret}`, [secret]: 1 },
        },
      ],
    },
    { role: 'user', content: 'and now?' },
  ]
  const path = home.write(
    '-w/s.jsonl',
    messages.map((message, at) => ({
      parentUuid: at === 0 ? null : `u${at - 1}`,
      ...own,
      type: message.role,
      message,
      uuid: `u${at}`,
      timestamp: '2026-05-01T10:00:00.000Z',
    })),
  )
  const context = openContext({ home: home.folder, version: '0' })
  const chosen = chooseSession(context, path)
  const outcome = chosen.is === 'one' ? bundleOf(context, chosen.session) : undefined
  const bundle = outcome?.ok === true ? outcome.value : undefined

  test('still shows the fault, in a few messages', () => {
    expect(bundle?.rule).toBe('call-without-result')
    expect(bundle?.found.map(({ rule }) => rule)).toContain('call-without-result')
    expect(bundle?.messages.length).toBeLessThanOrEqual(2)
    writeFileSync(join(folder, 'b.json'), JSON.stringify(bundle))
  })

  test('has nothing of the original in it', () => {
    const text = JSON.stringify(bundle)
    expect(text).not.toMatch(/hunter|password|Secret|echo|key is/i)
    expect(text).toContain('tool_use')
  })
})
