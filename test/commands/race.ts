import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { stores } from '../../app/src/stores/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import type { Program } from '../disk/crash.ts'
import { broken, linesOf } from '../sessions/home.ts'
import { type Json, piece, text, user } from '../stores/claude-records.ts'
import { inHome, type Ran } from './homes.ts'

const repair = ['repair', '7f3a', '--yes']
const claudeCode = stores.find(({ name }) => name === 'claude-code') as Store

/** What an agent goes on with: a question and the answer to it, again and again. */
export function furtherRecords(count: number): readonly Json[] {
  return Array.from({ length: count }, (_, number) => {
    const [own, parent] = [`n${number}`, number === 0 ? 'a2' : `n${number - 1}`]
    return number % 2 === 0
      ? user(own, parent, `question ${number}`)
      : piece(own, parent, `m-${own}`, text(`answer ${number}`))
  })
}

/** The calls that a repair makes, those that only look too. */
export function callsOfRepair(interference: Program): Promise<readonly string[]> {
  return inHome(interference, async ({ run }) => (await run(repair, { areLooks: true })).calls)
}

/**
 * Lets another process append a record right before one call of a repair.
 *
 * Tells how the command ended: mended, or refused because somebody writes.
 */
export async function appendAt(interference: Program, at: number): Promise<number | null> {
  return inHome(interference, async ({ path, run, files }) => {
    const records = furtherRecords(1)
    const append = { path, text: linesOf(records) }
    const others = withoutSession(files())
    const ran = await run(repair, { areLooks: true, at, what: 'append', append })
    expect(ran.calls.length, `call ${at} was never made`).toBeGreaterThan(at)
    expectAll(path, records, ran, `call ${at}`)
    expect(withoutSession(files()), `call ${at}`).toEqual(others)
    return ran.exit
  })
}

/** Lets an agent append while a repair runs. Tells how the command ended. */
export async function appendDuring(interference: Program, turn: number): Promise<number | null> {
  return inHome(interference, async ({ path, run }) => {
    const records = furtherRecords(1 + (turn % 20))
    const agent = spawn('sh', ['-c', scriptFor(records, turn % 7), path])
    const ended = once(agent, 'exit')
    const ran = await run(repair)
    await ended
    expectAll(path, records, ran, `turn ${turn}`)
    return ran.exit
  })
}

/** Waits a moment, then appends line by line, each by a handle of its own. */
function scriptFor(records: readonly Json[], tenths: number): string {
  const lines = records.map((record) => `printf '%s\\n' '${JSON.stringify(record)}' >> "$0"`)
  return [`sleep 0.${tenths}`, ...lines].join('\n')
}

/** Whatever the command did: all records are there, and none of them is torn. */
function expectAll(path: string, records: readonly Json[], { exit, stderr }: Ran, where: string): void {
  expect([0, 1, 3], `${where}: ${stderr}`).toContain(exit)
  const { entries, torn } = readRecords(readFileSync(path), claudeCode)
  expect(torn, where).toEqual([])
  const there = new Map(entries.map(({ value }) => [value.uuid, value]))
  for (const { parentUuid: _, ...record } of [...broken, ...records])
    expect(there.get(record.uuid), where).toMatchObject(record)
}

function withoutSession(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).filter(([path]) => !path.includes('7f3a')))
}
