import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { check } from '../../app/src/cli/documents/check.ts'
import { repair } from '../../app/src/cli/documents/repair.ts'
import { doctor } from '../../app/src/cli/sessions/doctor.ts'
import { age } from '../disk/scratch.ts'
import { agentSessions, bytesOf } from './all-agents.ts'
import { answerOf } from './in-process.ts'
import { scribes, talk } from './talks.ts'

const folder = mkdtempSync(join(tmpdir(), 'mortise-agree-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0

/** Writes a session that looks an hour old, into a folder of its own. */
function write(agent: string, name: string, records: readonly object[]): string {
  const path = join(folder, String(files++), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytesOf(agent, records))
  age(path)
  return path
}

interface Verdict {
  readonly api: unknown
  readonly found: readonly unknown[]
}

const brief = (api: unknown, found: unknown): Verdict => ({
  api,
  found: (found as readonly Record<string, unknown>[]).map(
    ({ rule, record, severity }) => `${rule} ${record} ${severity}`,
  ),
})

/** The verdicts of the three doors on one file. */
async function verdictsOn(path: string): Promise<readonly (Verdict & { readonly agent?: unknown })[]> {
  const flags = { home: folder }
  const checked = await answerOf(check, [path], flags)
  const seen = await answerOf(doctor, [path], flags)
  const dry = await answerOf(repair, [path], { ...flags, 'dry-run': true })
  const [session] = seen.answer.sessions as readonly Record<string, unknown>[]
  const { target } = checked.answer as { target: Record<string, unknown> }
  const { target: dryTarget } = dry.answer as { target: Record<string, unknown> }
  expect([target.kind, dryTarget.kind]).toEqual(['session', 'session'])
  const isBroken = session?.health === 'broken'
  // A dry run that would mend all ends well.
  expect([checked.exit, seen.exit, dry.exit]).toEqual(isBroken ? [1, 1, 0] : [0, 0, 0])
  return [
    brief(target.api, checked.answer.found),
    brief(session?.api, session?.found),
    brief(dryTarget.api, dry.answer.found),
  ]
}

test.each(agentSessions.map(({ agent, file, records }) => [agent, file, records] as const))(
  '%s: check, doctor and repair agree on its session',
  async (agent, file, records) => {
    const [checked, seen, mended] = await verdictsOn(write(agent, file, records('/w/my-app')))
    expect(checked?.found.length).toBeGreaterThan(0)
    expect(seen).toEqual(checked)
    expect(mended).toEqual(checked)
  },
)

test.each(scribes.map((scribe) => [scribe.agent, scribe] as const))(
  '%s: check, doctor and repair agree on generated sessions',
  async (agent, { file, records }) => {
    await fc.assert(
      fc.asyncProperty(talk, async (exchanges) => {
        const [checked, seen, mended] = await verdictsOn(write(agent, file, records(exchanges)))
        expect(seen).toEqual(checked)
        expect(mended).toEqual(checked)
        const isWhole = exchanges.every(({ calls, open }) => open >= calls)
        if (isWhole) expect(checked?.found.filter((each) => String(each).endsWith('refused'))).toEqual([])
      }),
      { numRuns: 6 },
    )
  },
)
