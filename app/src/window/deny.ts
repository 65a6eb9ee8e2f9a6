import { MortiseError } from '@mortise/core'
import { readLog, valueIn } from '../disk/index.ts'
import { findAll, openContext, type SessionContext } from '../sessions/find/context.ts'
import { reverse } from '../sessions/history/reverse.ts'
import { type CleanedFile, cleanFiles } from '../transition/clean-files.ts'
import { ownUser, targetsOf } from '../transition/targets.ts'
import type { DenyAnswer } from './api.ts'
import type { GatewaySource } from './gateway-source.ts'

/** Says which sessions a longer list of denied tools would clean; nothing is written. */
export async function rehearseDeny(
  gateway: GatewaySource,
  tools: readonly string[],
  version: string,
): Promise<DenyAnswer> {
  const rules = gateway.rules()
  const targets = targetsOf(rules, ownUser()).filter(({ isListed }) => isListed)
  const rows: CleanedFile[] = []
  for (const { agent, profile, home } of targets) {
    const context = openContext({ home, agent, profile, version })
    const how = { deny: { tools }, isText: false, withWritten: false }
    const quiet = { isDry: true, isStopped: () => false, onFile: () => undefined, onFiles: () => undefined }
    if (tools.length > 0) rows.push(...(await cleanFiles(context, findAll(context).found, how, quiet)))
  }
  const due = rows.filter(({ removed, failure }) => removed > 0 || failure !== undefined)
  return {
    tools,
    hasSessions: rules.sessions.length > 0,
    looked: rows.length,
    sessions: due.map(({ found, path, calls, results, tools: byName, failure }) => ({
      agent: found?.store.name ?? '',
      path: path ?? '',
      calls,
      results,
      tools: Object.fromEntries(byName),
      ...(failure === undefined ? {} : { problem: failure.message }),
    })),
  }
}

/** Denies tools in the config file; the gateway follows the file, and cleans the sessions that it lists. */
export async function denyTools(gateway: GatewaySource, tools: readonly string[]): Promise<object> {
  if (gateway.setDeny === undefined)
    throw new MortiseError('no-config', 'This gateway has no config file that could be changed.')
  return { operation: await gateway.setDeny(tools) }
}

/** Takes a change of the denied tools back, and the cleanings that came of it; those by hand stay. */
export async function undoDeny(
  gateway: GatewaySource,
  context: SessionContext,
  operation: string,
  version: string,
): Promise<object> {
  const own = valueIn(readLog(context.disk)).operations.find(({ op }) => op === operation)
  if (own === undefined) throw new MortiseError('no-operation', 'There is no such operation.')
  // The config goes first: otherwise the gateway would clean the sessions once more.
  await takeBack(context, operation)
  const homes = new Set(
    targetsOf(gateway.rules(), ownUser()).flatMap(({ isListed, home }) => (isListed ? [home] : [])),
  )
  let cleanings = 0
  for (const home of homes) {
    const there = openContext({ home, version })
    for (const run of cleaningsSince(there, own.time)) {
      if (!gateway.cleanings.has(run)) continue
      await takeBack(there, run)
      cleanings++
    }
  }
  return { cleanings }
}

async function takeBack(context: SessionContext, word: string): Promise<void> {
  valueIn(await reverse(context, { act: 'undo', word, isForced: false, patience: { waitMs: 5000 } }))
}

/** The runs that cleaned sessions since then, and were not taken back. */
function cleaningsSince({ disk }: SessionContext, since: string): ReadonlySet<string> {
  const { operations } = valueIn(readLog(disk))
  const cleaned = operations.filter(
    ({ time, command, result, isTakenBack }) =>
      time >= since && command === 'clean' && result === 'done' && !isTakenBack,
  )
  return new Set(cleaned.map(({ run, op }) => run ?? op))
}
