import { execFile, spawn } from 'node:child_process'
import { expect } from 'vitest'
import { concludeUnfinished, readLog, undo } from '../../app/src/disk/index.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import type { Program } from '../disk/crash.ts'
import { memory, must } from '../disk/scratch.ts'
import { answer, call, header, type Json, result, text, user } from '../stores/pi-records.ts'
import { type AgentHome, makeAgentHome } from './agent-home.ts'
import { agentRows } from './agent-rows.ts'
import type { RowTask } from './child.ts'
import { type Journal, makeRowHome, recordTables } from './home.ts'

const records: readonly Json[] = [
  header({ id: 's' }),
  user('u1', null, 'list the files'),
  answer('a1', 'u1', [call('c1'), call('c2')]),
  result('r2', 'a1', 'c2'),
  user('u2', 'r2', 'go on with it'),
  answer('a2', 'u2', [text('I am sorry')]),
]

// The child lies in a folder of its own: what it loads is found by this.
const env = { ...process.env, NODE_PATH: `${process.cwd()}/node_modules` }

/** A home with one broken session in a database, and the agent whose it is. */
export interface CrashHome
  extends Pick<AgentHome, 'folder' | 'state' | 'disk' | 'find' | 'open' | 'rows' | 'remove'> {
  readonly agent: string
}

/** The agents whose rows are changed: each is killed in the same way. */
export const crashed: readonly string[] = ['openclaw', 'opencode 1', 'opencode 2', 'Hermes']

/** A home with one broken session. */
export function makeHome(name: string, journal: Journal): CrashHome {
  const own = agentRows.find((each) => each.name === name)
  if (own === undefined) {
    const home = makeRowHome({ place: memory, journal })
    home.add('s', records)
    return { ...home, agent: name, rows: () => home.dump(...recordTables) }
  }
  const home = makeAgentHome(own, memory, journal)
  const broken = own.samples.find(({ found, options }) => found.length > 0 && options !== undefined)
  if (broken === undefined) throw new Error(`There is no broken sample of ${name}.`)
  home.open((database) => own.add(database, 's', broken.records))
  // A number is given once: each further repair in one home gives the new row the next one.
  const rows = (): string => home.rows().replace(/^\[\d+,"s"/gm, '[0,"s"')
  return { ...home, agent: own.agent, rows }
}

/** Lets a child repair the session; it says what came of it, unless it dies. */
export function runChild(
  program: Program,
  { folder, state, agent }: CrashHome,
  more: Partial<RowTask>,
): Promise<string> {
  const task: RowTask = { folder, state, agent, ...more }
  return new Promise((resolve) => {
    execFile(process.execPath, [program.file, JSON.stringify(task)], { env }, (_, stdout) => resolve(stdout))
  })
}

function isSoundDatabase(home: CrashHome): boolean {
  return home.open((database) => {
    const [row] = database.all('PRAGMA integrity_check')
    return Object.values(row ?? {}).includes('ok') && database.all('PRAGMA foreign_key_check').length === 0
  })
}

/** Whatever a crash left is old or new, is settled as the log says, and one gets from there to the other and back. */
export async function isOldOrNew(home: CrashHome, old: string, made: string, where: string): Promise<void> {
  const now = home.rows()
  expect([old, made], where).toContain(now)
  expect(isSoundDatabase(home), where).toBe(true)
  must(await concludeUnfinished(home.disk()))
  expect(home.rows(), where).toBe(now)
  const { operations } = must(readLog(home.disk()))
  expect(
    operations.map(({ result: ended }) => ended),
    where,
  ).not.toContain('unfinished')
  if (now === old) await repair(home)
  expect(home.rows(), where).toBe(made)
  must(await undo(home.disk(), { command: 'undo' }))
  expect(home.rows(), where).toBe(old)
}

async function repair(home: CrashHome): Promise<void> {
  const [found] = home.find().found
  if (found === undefined) throw new Error('There is no session.')
  must(await rewriteInPlace(home.disk(), found, mendRewrite({ command: 'repair', mendsCoped: true })))
}

/** The rows before and after a repair. */
export async function bothOf(
  program: Program,
  name: string,
  journal: Journal,
): Promise<readonly [string, string, number]> {
  const home = makeHome(name, journal)
  const old = home.rows()
  const { state, total } = JSON.parse(await runChild(program, home, {})) as {
    readonly state: string
    readonly total: number
  }
  expect(state).toBe('replaced')
  const made = home.rows()
  home.remove()
  // Times differ between two homes: those of records follow from their numbers.
  return [old, made, total]
}

/** Lets a child repair and undo, and ends it so many milliseconds after it has begun. */
export function killed(
  program: Program,
  { folder, state, agent }: CrashHome,
  delayMs: number,
): Promise<void> {
  const task: RowTask = { folder, state, agent, goesOn: true }
  const child = spawn(process.execPath, [program.file, JSON.stringify(task)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve) => {
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), delayMs))
    child.once('exit', () => resolve())
  })
}

/** Ends a child at moments that differ from round to round, each time in the same home. */
export async function killedOften(
  program: Program,
  name: string,
  journal: Journal,
  rounds: number,
): Promise<void> {
  const [old, made] = await bothOf(program, name, journal)
  const home = makeHome(name, journal)
  for (let round = 0; round < rounds; round++) {
    await killed(program, home, 1 + ((round * 7919) % 40))
    await isOldOrNew(home, old, made, `round ${round}`)
  }
  home.remove()
}
