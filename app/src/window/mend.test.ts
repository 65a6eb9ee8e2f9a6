import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { agentSessions, homeOf } from '../../../test/sessions/all-agents.ts'
import { newestSession } from '../sessions/find/choose.ts'
import { openContext } from '../sessions/find/context.ts'
import { mendFromPage } from './mend.ts'

const [session] = agentSessions.filter(({ agent }) => agent === 'claude-code')
if (session === undefined) throw new Error('There is no session of Claude Code.')
const [planned, changed, unseen] = [homeOf(session), homeOf(session), homeOf(session)]

const wish = { policy: 'keep', isFork: false } as const

/** The session of a home as the page chose it, and a plan for it that was shown. */
async function shown(home: string) {
  const context = openContext({ home, version: '1.0.0' })
  const chosen = newestSession(context)
  if (chosen === undefined) throw new Error('There is no session.')
  const { plan = '' } = await mendFromPage(context, chosen, { ...wish, plan: undefined })
  return { plan, mend: (plan: string) => mendFromPage(context, chosen, { ...wish, plan }) }
}

test('the page writes the plan that it showed', async () => {
  const { mend, plan } = await shown(planned.folder)
  expect((await mend(plan)).state).toBe('rewritten')
})

test('the page writes nothing if the agent has written since the plan was shown', async () => {
  const { mend, plan } = await shown(changed.folder)
  const [line = ''] = changed.read().split('\n')
  appendFileSync(changed.path, `${line.replace(/"uuid":"[^"]*"/, '"uuid":"later"')}\n`)
  const before = changed.read()
  await expect(mend(plan)).rejects.toMatchObject({ code: 'changed' })
  expect(changed.read()).toBe(before)
})

test('the page writes no plan that it did not show', async () => {
  const { mend } = await shown(unseen.folder)
  const before = unseen.read()
  await expect(mend('')).rejects.toMatchObject({ code: 'changed' })
  expect(unseen.read()).toBe(before)
})
