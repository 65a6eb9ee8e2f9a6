import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readOpenClawTools } from './openclaw.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-openclaw-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const none = { deny: [], allow: [] }

describe('the tools of a config', () => {
  test.each<[string, string, unknown]>([
    ['none', '{}', { tools: none, profiles: {} }],
    [
      'JSON5 with comments, for all agents and for one',
      `{ // a comment
        tools: { deny: ['exec', "group:web",], exec: { security: 'deny' } },
        agents: { defaults: {}, list: [{ id: 'Main', tools: { deny: ["*"] } }, { id: 'other' }] },
      }`,
      {
        tools: { deny: ['exec', 'group:web'], allow: [] },
        profiles: { 'openclaw/main': { tools: { deny: ['*'], allow: [] } } },
      },
    ],
    [
      '`alsoAllow` joins an allow-list',
      '{ tools: { allow: ["read"], alsoAllow: ["write"] } }',
      { tools: { deny: [], allow: ['read', 'write'] }, profiles: {} },
    ],
    ['`alsoAllow` alone is no allow-list', '{ tools: { alsoAllow: ["x"] } }', { tools: none, profiles: {} }],
    [
      'a group that nobody can resolve denies nothing',
      '{ tools: { deny: ["group:plugins", "exec"] } }',
      { tools: { deny: ['exec'], allow: [] }, profiles: {} },
    ],
    [
      'a group that nobody can resolve may allow anything',
      '{ tools: { allow: ["group:plugins", "read"] } }',
      { tools: none, profiles: {} },
    ],
    [
      'values of another kind',
      '{ tools: { deny: "*", allow: [1] }, agents: 7 }',
      { tools: none, profiles: {} },
    ],
  ])('%s', (_, text, value) => {
    const path = write('openclaw.json', text)
    expect(readOpenClawTools(path)).toEqual({ ok: true, value: { ...(value as object), files: [path] } })
  })
})

describe('included files', () => {
  test('lists are joined, and the including file wins', () => {
    write('tools.json5', '{ deny: ["exec"], allow: ["read"] }')
    const path = write('openclaw.json', '{ tools: { $include: "./tools.json5", deny: ["browser"] } }')
    expect(readOpenClawTools(path)).toEqual({
      ok: true,
      value: {
        tools: { deny: ['exec', 'browser'], allow: ['read'] },
        profiles: {},
        files: [path, join(folder, 'tools.json5')],
      },
    })
  })

  test.each([
    ['a file outside of the folder', '{ $include: "../outside.json5" }'],
    ['a link that leads outside', '{ $include: "./link.json5" }'],
    ['a file that includes itself', '{ $include: "./openclaw.json" }'],
  ])('%s is refused', (_, text) => {
    const inner = join(folder, 'inner')
    mkdirSync(inner)
    write('outside.json5', '{ tools: { deny: ["*"] } }')
    symlinkSync(join(folder, 'outside.json5'), join(inner, 'link.json5'))
    writeFileSync(join(inner, 'openclaw.json'), text)
    expect(readOpenClawTools(join(inner, 'openclaw.json'))).toMatchObject({
      ok: false,
      error: { code: 'unreadable' },
    })
  })
})

test('a config that cannot be read says so, and quotes nothing of it', () => {
  const outcome = readOpenClawTools(write('openclaw.json', '{ token: sk-secret }'))
  expect(outcome).toMatchObject({ ok: false, error: { code: 'unreadable' } })
  expect(outcome.ok ? '' : outcome.error.message).toMatch(
    /cannot be read: it is no JSON5 at line 1, column \d+\.$/,
  )
})

test('a config that is written just now is read once it is whole', async () => {
  const path = write('openclaw.json', '{ tools: { deny: ["*"')
  const writer = new Worker(
    `const { workerData } = require('node:worker_threads')
     require('node:fs').appendFileSync(workerData, '] } }')`,
    { eval: true, workerData: path },
  )
  const outcome = readOpenClawTools(path)
  await writer.terminate()
  expect(outcome).toMatchObject({ ok: true, value: { tools: { deny: ['*'] } } })
})
