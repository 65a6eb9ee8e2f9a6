import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ProcessDetails } from '../../app/src/disk/index.ts'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { clineCli } from '../../app/src/stores/cline-cli/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf, type Sample } from './conforms.ts'
import { call, type Json, model, result, user } from './task-records.ts'

const id = '1700000000000_a1b2c'
const path = `/nowhere/sessions/${id}/${id}.messages.json`
let count = 0
const named = (message: Json): Json => ({ id: `msg_${count++}`, ...message })
const ask = (words: string): Json => named(user(`<user_input mode="act">${words}</user_input>`))
const says = (content: unknown): Json =>
  named(model(content, { modelInfo: { id: 'gpt-5', provider: 'openai-compatible' } }))
const answers = (...ids: string[]): Json =>
  named(user(ids.map((each) => result(each, [{ query: 'ls', result: 'a b', success: true }]))))

const samples: readonly Sample[] = [
  {
    name: 'a sound session, with an error that was only shown',
    path,
    records: [
      ask('list the files'),
      says([call('c1'), call('c2')]),
      answers('c1'),
      answers('c2'),
      named(model('it went wrong', { metadata: { displayOnly: true, displayRole: 'error' } })),
      says('they are listed'),
    ],
    found: [],
  },
  {
    name: 'a result whose call is not there',
    path,
    records: [ask('list the files'), says('well then'), answers('c9'), ask('go on'), says('all is done')],
    found: [['result-without-call', 3]],
  },
]

conforms(clineCli, samples)

const folder = mkdtempSync(join(tmpdir(), 'mortise-cline-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The path of a session with files beside it. */
function sessionWith(beside: Readonly<Record<string, object>>): string {
  const own = join(folder, `sessions${count++}`, id, `${id}.messages.json`)
  mkdirSync(dirname(own), { recursive: true })
  for (const [name, content] of Object.entries(beside))
    writeFileSync(join(dirname(own), name), JSON.stringify(content))
  return own
}

test('calls that were cut off, and results that came twice, are healed by its agent', () => {
  const records = [ask('go'), says([call('c1'), call('c2')]), answers('c1', 'c1'), ask('on'), says('done')]
  expect(
    checkRecords(clineCli, path, fileOf(records, clineCli)).found.map(({ rule, severity, copes }) => [
      rule,
      severity,
      copes?.does,
    ]),
  ).toEqual([
    ['call-without-result', 'advice', 'heals'],
    ['duplicate-result', 'advice', 'heals'],
  ])
})

test('where it ran, and how to go on, are told by the file beside it', () => {
  const own = sessionWith({ [`${id}.json`]: { cwd: '/w/app' } })
  expect(checkRecords(clineCli, own, fileOf(samples[0]?.records ?? [], clineCli)).session).toMatchObject({
    id,
    title: 'list the files',
    folder: '/w/app',
    api: 'openai',
    resume: `cline --id ${id}`,
  })
})

test('messages that were compacted are not sent, and a result of one of their calls is left out', () => {
  const records = [ask('go'), says([call('c1')]), answers('c1'), says('done'), ask('on')]
  const own = sessionWith({
    [`${id}.compaction.json`]: { version: 1, source_message_count: 2, messages: [] },
  })
  const { session, found } = checkRecords(clineCli, own, fileOf(records, clineCli))
  expect(session.lanes.map(({ turns }) => turns)).toEqual([[2, 3, 4]])
  expect(found.map(({ rule, severity }) => [rule, severity])).toEqual([['result-without-call', 'advice']])
})

test('a session of a subagent is not gone on with', () => {
  const own = sessionWith({}).replace(`${id}.messages`, 'agent_7.messages')
  const { session, found } = checkRecords(clineCli, own, fileOf(samples[1]?.records ?? [], clineCli))
  expect([session.id, session.resume, found.map(({ severity }) => severity)]).toEqual([
    'agent_7',
    undefined,
    ['advice'],
  ])
})

describe('a session is live while the process that runs it is there', () => {
  const work = { id, folder: '/w/app', modified: 2000 }
  const cline = ['/usr/lib/cline/bin/.cline']
  const daemon = [...cline, '--cline-hub-daemon']
  test.each<[name: string, words: readonly string[], pid: number, status: string, isLive: boolean]>([
    ['its own process', cline, 7, 'completed', true],
    ['another one', cline, 8, 'running', false],
    ['the daemon, in a run', daemon, 7, 'running', true],
    ['the daemon, after the run', daemon, 7, 'completed', false],
  ])('%s', (_, words, pid, status, isLive) => {
    const own = sessionWith({ [`${id}.json`]: { pid: 7, status } })
    const process: ProcessDetails = { pid, name: '.cline', words, folder: '/w/app', began: 1000 }
    expect(clineCli.isAgent?.(process, { ...work, path: own })).toBe(isLive)
  })
})

describe('the list is a member of an object', () => {
  const records = [ask('go'), says('done')]
  const [first, second] = records.map((record) => JSON.stringify(record)) as [string, string]
  const tornIn = (file: string): string[] =>
    readRecords(Buffer.from(file), clineCli).torn.map(({ kind }) => kind)

  test.each<[name: string, file: string, kinds: readonly string[], count: number]>([
    ['alone', `{"messages":[${first},${second}]}`, [], 2],
    ['between others', `{"a":{"messages":[]},"messages" : [${first}] , "b":"]}"}\n`, [], 1],
    ['the object is not closed', `{"messages":[${first}]`, ['unclosed'], 1],
    ['the rest breaks off', `{"messages":[${first}],"system_prom`, ['stray'], 1],
    ['the list breaks off', `{"version":1,"messages":[${first},${second.slice(0, 20)}`, ['cut'], 1],
    ['another kind of member', '{"messages":{}}', ['stray'], 0],
    ['no such member', '{"version":1}', ['stray'], 0],
    ['a list of messages', `[${first}]`, ['stray'], 0],
  ])('%s', (_, file, kinds, count) => {
    expect(tornIn(file)).toEqual(kinds)
    expect(readRecords(Buffer.from(file), clineCli).entries.length).toBe(count)
    const made = Buffer.from(mendSession(openRecords(clineCli, path, Buffer.from(file))).bytes).toString()
    if (count > 0) expect(JSON.parse(made)).toMatchObject({ messages: records.slice(0, count) })
    if (kinds.length === 0) expect(made).toBe(file)
  })
})
