import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../app/src/disk/sqlite/driver.ts'
import { type AgentSession, agentSessions, homeOf } from '../sessions/all-agents.ts'
import { writeAgentDatabase } from '../sqlite/agent-home.ts'
import { agentRows } from '../sqlite/agent-rows.ts'
import { dumpOf } from '../sqlite/home.ts'
import { meta, thread, user } from '../stores/codex-records.ts'
import { mortise } from './run.ts'

const codex = agentSessions.find(({ agent }) => agent === 'codex') as AgentSession
const item = { type: 'response_item', timestamp: '2026-05-01T10:00:00.000Z' }
const sealed = { type: 'reasoning', id: 'rs_0123456789', summary: [], encrypted_content: 'gAAA' }
const said = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'ok' }],
}
const home = homeOf({
  ...codex,
  records: (cwd) => [
    meta({ cwd }),
    ...user('hello'),
    { ...item, payload: sealed },
    { ...item, payload: said },
    ...user('and?'),
  ],
})
const run = (...words: readonly string[]): ReturnType<typeof mortise> =>
  mortise([...words, '--home', home.folder])
const before = home.read()

describe('reasoning of another issuer in a stored session', () => {
  test('is found from the error, whose command is to be pasted', () => {
    const error = 'Referenced reasoning item rs_0123456789 was not found or has expired'
    expect(run('explain', error).stdout).toContain(`repair ${thread.slice(0, 8)}`)
    expect(run('explain', error).stdout).toContain('--reasoning drop')
  })

  test('goes with one command, and comes back with another', () => {
    expect(run('repair', thread, '--yes').exit).toBe(0)
    expect(home.read()).toBe(before)
    expect(run('repair', thread, '--reasoning', 'drop', '--yes')).toMatchObject({ exit: 0 })
    expect(home.read()).not.toMatch(/rs_|msg_|gAAA/)
    expect(home.read()).toContain('"text":"ok"')
    expect(run('undo')).toMatchObject({ exit: 0 })
    expect(home.read()).toBe(before)
  })

  test('goes from a document, too', () => {
    const path = join(home.folder, 'request.json')
    writeFileSync(path, JSON.stringify({ model: 'gpt-5.6', store: false, input: [sealed, said, said] }))
    expect(run('repair', path, '--reasoning', 'drop', '-o', join(home.folder, 'made.json'))).toMatchObject({
      exit: 0,
    })
    expect(readFileSync(join(home.folder, 'made.json'), 'utf8')).not.toMatch(/rs_|msg_|gAAA/)
  })
})

test('columns with items of another issuer are emptied, and come back row for row', () => {
  const rows = agentRows.find(({ agent }) => agent === 'hermes') ?? expect.unreachable()
  const path = join(home.folder, rows.file)
  writeAgentDatabase(path, rows, 'ses_1', [
    { session: { id: 'ses_1', source: 'cli', model: 'gpt-5.6', end_reason: null } },
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'ok' },
    { role: 'user', content: 'and?' },
  ])
  const dump = (change?: string): string => {
    const database = openDatabase(path, 'rw')
    if (change !== undefined) database.run(change)
    const text = dumpOf(database, 'messages')
    database.close()
    return text
  }
  const given = dump(`UPDATE messages SET codex_reasoning_items = '[{"id":"rs_9"}]' WHERE role = 'assistant'`)
  expect(given).toContain('rs_9')
  expect(run('repair', 'ses_1', '--reasoning', 'drop', '--yes')).toMatchObject({ exit: 0 })
  expect(dump()).not.toContain('rs_9')
  expect(run('undo')).toMatchObject({ exit: 0 })
  expect(dump()).toBe(given)
})
