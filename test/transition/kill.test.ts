import { test } from 'vitest'
import { inParallel } from '../disk/crash.ts'
import { cleanTexts, type Death, dieAt } from './kill.ts'

// Where a cleaning dies by chance; the deep run dies far more often.
const deaths: readonly Death[] = [
  { after: 'start', ms: 150 },
  { after: 'journal', ms: 0 },
  { after: 'journal', ms: 5 },
  { after: 'journal', ms: 15 },
  { after: 'journal', ms: 40 },
]

test('O8: killed while sessions are cleaned, each is old or new; the next start goes on, and one undo brings all back', async () => {
  const clean = await cleanTexts()
  await inParallel(deaths, async (death) => void (await dieAt(clean, death)))
})
