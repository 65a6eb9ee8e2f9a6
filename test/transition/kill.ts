import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { type House, makeHouse, noCalls, twoCalls } from './house.ts'

const bin = fileURLToPath(new URL('../../app/bin/mortise.js', import.meta.url))
// Made once: records have times of their own, and every home is to hold the same bytes.
const sessions = Array.from({ length: 12 }, (_, number) =>
  number % 3 === 0 ? noCalls('x') : twoCalls(`${number}`),
)

/** A home whose sessions are to be cleaned, and the state folder of its user. */
export interface Doomed {
  readonly house: House
  readonly state: string
  readonly before: Readonly<Record<string, string>>
}

/** Makes a home with sessions, of which two of three hold calls, and a config that denies all tools. */
export function makeDoomed(): Doomed {
  const house = makeHouse()
  for (const [number, records] of sessions.entries())
    house.write(number % 2 === 0 ? 'main' : 'work', `${number}`, records)
  mkdirSync(join(house.folder, '.openclaw'), { recursive: true })
  writeFileSync(join(house.folder, '.openclaw/openclaw.json'), '{ tools: { deny: ["*"] } }')
  return { house, state: join(house.folder, '.local/state/mortise'), before: house.all() }
}

/** Runs a command for the user of that home; killed where a moment to die is given. */
export async function runIn(
  { house }: Doomed,
  words: readonly string[],
  dying?: () => Promise<unknown>,
): Promise<{ readonly exit: number | null; readonly said: string }> {
  const env = { PATH: process.env.PATH, HOME: house.folder, npm_command: 'exec' }
  const child = spawn(process.execPath, [bin, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += String(piece)))
  const closed = once(child, 'close')
  if (dying !== undefined) {
    await Promise.race([dying(), closed])
    child.kill('SIGKILL')
  }
  const [exit] = (await closed) as [number | null]
  return { exit, said }
}

/** The texts of all sessions once they are clean. */
export async function cleanTexts(): Promise<Readonly<Record<string, string>>> {
  const doomed = makeDoomed()
  const { exit, said } = await runIn(doomed, ['watch', '--once'])
  expect(exit, said).toBe(0)
  return doomed.house.all()
}

/** How a cleaning dies: so many milliseconds after its journal has begun, or after its start. */
export interface Death {
  readonly after: 'start' | 'journal'
  readonly ms: number
}

/** Kills a cleaning: each session is old or new, the next start goes on with it, and `undo` brings all bytes back. */
export async function dieAt(
  clean: Readonly<Record<string, string>>,
  death: Death,
): Promise<'before' | 'amid' | 'done'> {
  const doomed = makeDoomed()
  const { house, state, before } = doomed
  const where = JSON.stringify(death)
  await runIn(doomed, ['watch', '--once'], () => moment(state, death))
  const left = house.all()
  const namesOf = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !/\/\.mortise-|\.lock/.test(name))
  expect(namesOf(Object.keys(left)), where).toEqual(Object.keys(before))
  const states = Object.keys(before).map((name) => {
    expect([before[name], clean[name]], `${where}: ${name}`).toContain(left[name])
    return left[name] === clean[name]
  })
  const again = await runIn(doomed, ['watch', '--once'])
  expect([again.exit, again.said], where).toEqual([0, expect.anything()])
  expect(house.all(), where).toEqual(clean)
  const back = await runIn(doomed, ['undo'])
  expect([back.exit, back.said], where).toEqual([0, expect.anything()])
  expect(house.all(), `${where}: one undo takes the whole cleaning back`).toEqual(before)
  return states.every(Boolean)
    ? 'done'
    : Object.keys(before).some((name) => left[name] !== before[name])
      ? 'amid'
      : 'before'
}

async function moment(state: string, { after, ms }: Death): Promise<void> {
  if (after === 'journal') {
    const journal = join(state, 'journal.jsonl')
    while (!existsSync(journal) || statSync(journal).size === 0) await pause(1)
  }
  await pause(ms)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
