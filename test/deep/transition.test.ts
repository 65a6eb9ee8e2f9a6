import { expect, test } from 'vitest'
import { inParallel } from '../disk/crash.ts'
import { cleanTexts, type Death, dieAt } from '../transition/kill.ts'

test('O8: killed 200 times while sessions are cleaned, at moments by chance', async () => {
  const clean = await cleanTexts()
  const deaths = Array.from({ length: 200 }, (_, number): Death => {
    return number % 4 === 0
      ? { after: 'start', ms: 100 + ((number * 37) % 900) }
      : { after: 'journal', ms: (number * 7) % 120 }
  })
  const states: string[] = []
  await inParallel(deaths, async (death) => void states.push(await dieAt(clean, death)))
  // Some have to hit: a cleaning that is never caught amid its work proves nothing.
  expect(new Set(states)).toContain('amid')
}, 1_200_000)
