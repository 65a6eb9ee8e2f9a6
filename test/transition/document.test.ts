import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followConfig, openLog } from '../../app/src/gateway/index.ts'
import { partsIn } from '../../app/src/stores/clean/denied-parts.ts'
import { openclaw } from '../../app/src/stores/openclaw/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { memberAt } from '../../app/src/stores/records/json.ts'
import { createTransitions } from '../../app/src/transition/index.ts'
import { closeLater, serve } from '../gateway/house.ts'
import { first, makeHouse, noCalls, sixtyFiveLines } from './house.ts'

const words = [
  'config change detected; evaluating reload (tools.deny)',
  'tools.deny changed to disable all tools; cleaning session transcripts to remove tool call history',
  'config hot reload applied (tools.deny)',
  `Cleaned 6 tool-related messages from main/sessions/${first}.jsonl`,
  'Session cleanup complete: processed 8 files, cleaned 1 files, removed 6 tool-related messages',
]

/**
 * The test steps of the document that asked for it: a session of 65 lines, `tools.deny: [] → ["*"]`, a look at the log
 * and at the session.
 *
 * There the session had 62 lines afterwards, for only its 3 answers with calls were removed. Their 3 results have to go
 * too, or an API refuses the rest: 59 lines are right.
 */
test('O1, O2, O5: a saved change of `tools.deny` cleans the sessions while the gateway runs', async () => {
  const house = makeHouse()
  house.write('main', first, sixtyFiveLines())
  for (let number = 1; number < 8; number++) house.write('main', `${number}`, noCalls(`${number}`))
  const before = house.all()
  const upstream = await serve((_, response) => void response.end('{}'))
  const file = join(house.folder, 'mortise.yaml')
  const save = (deny: string): void =>
    writeFileSync(
      file,
      `listen: 127.0.0.1:0\nadmin: false\nupstreams:\n  up: { url: "${upstream}", api: anthropic }\ntools:\n  deny: ${deny}\nsessions:\n  - { agent: openclaw, home: "${house.folder}" }\n`,
    )
  save('[]')
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg) })
  const transitions = createTransitions({
    log: { info: (line) => log.info(line), warn: (line) => log.warn(line) },
    source: file,
    user: { folder: join(house.folder, 'me'), environment: {}, platform: process.platform },
  })
  const following = await followConfig(file, {
    parts: { log, environment: {} },
    onApplied: transitions.apply,
    watch: { stable: 20, debounce: 10 },
  })
  closeLater(async () => {
    await following.stop()
    await following.running.close()
    await transitions.close()
  })
  await following.ready
  const { url } = following.running
  save('["*"]')
  await until(() => lines.some((line) => line.startsWith('Session cleanup complete')))
  expect(lines.slice(0, 5)).toEqual(words)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  // Zero calls and results in any branch, every parent is there, the header leads, all text is kept.
  const now = house.read('main', first)
  expect(now.trimEnd().split('\n')).toHaveLength(59)
  const { entries } = readRecords(Buffer.from(now), openclaw)
  const messages = entries.map(({ value }) => openclaw.messageIn(value)?.message)
  expect(messages.flatMap((message) => partsIn(openclaw, message))).toEqual([])
  const ids = new Set(entries.map(({ value }) => value.id))
  expect(entries.slice(1).filter(({ value }) => value.parentId !== null && !ids.has(value.parentId))).toEqual(
    [],
  )
  expect(entries[0]?.value.type).toBe('session')
  const said = (records: readonly { readonly value: object }[]): readonly unknown[] =>
    records.flatMap(({ value }) => {
      const content = memberAt(value, ['message', 'content'])
      const isSpoken = memberAt(value, ['message', 'role']) !== 'toolResult'
      const blocks = Array.isArray(content) && isSpoken ? (content as { type: string; text?: string }[]) : []
      return blocks.flatMap(({ type, text }) => (type === 'text' ? [text] : []))
    })
  const old = readRecords(Buffer.from(before[`main/sessions/${first}.jsonl`] ?? ''), openclaw).entries
  expect(said(entries)).toEqual(said(old))

  // The same list once more, and the whole block anew: nothing is cleaned again.
  save('["*", "exec"]')
  await until(() => lines.filter((line) => line.startsWith('config hot reload applied')).length === 2)
  await transitions.idle()
  expect(lines.filter((line) => line.startsWith('Session cleanup complete'))).toHaveLength(1)
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}
