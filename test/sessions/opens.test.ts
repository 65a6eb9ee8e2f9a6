import { afterEach, describe, expect, test, vi } from 'vitest'
import { clean } from '../../app/src/cli/clean/clean.ts'
import { check } from '../../app/src/cli/documents/check.ts'
import { compact } from '../../app/src/cli/documents/compact.ts'
import { repair } from '../../app/src/cli/documents/repair.ts'
import { undoCommand } from '../../app/src/cli/history/reverse.ts'
import { doctor } from '../../app/src/cli/sessions/doctor.ts'
import { show } from '../../app/src/cli/sessions/show.ts'
import { claudeCode } from '../../app/src/stores/claude-code/index.ts'
import { agentSessions, homeOf } from './all-agents.ts'
import { answerOf } from './in-process.ts'

type Step = readonly [run: Parameters<typeof answerOf>[0], flags: Parameters<typeof answerOf>[2]]

const looked: Step = [doctor, {}]
const mended: Step = [repair, { yes: true }]

/**
 * How often a step opens the only session of a home, after other steps.
 *
 * A repair opens it when it is chosen, once more as it will be, and once as it was written.
 */
const rows: readonly (readonly [name: string, before: readonly Step[], step: Step, opens: number])[] = [
  ['a first `doctor` skims it', [], looked, 1],
  ['a second `doctor` has the verdict of the first', [looked], looked, 0],
  ['`check`', [], [check, {}], 1],
  ['`show`', [], [show, {}], 1],
  ['`repair`', [], mended, 3],
  ['`repair` after `doctor`', [looked], mended, 3],
  ['`repair --dry-run`', [], [repair, { 'dry-run': true }], 2],
  ['`repair --all` after `doctor`', [looked], [repair, { yes: true, all: true }], 3],
  ['`compact`', [mended], [compact, { last: true, yes: true, fraction: '0.5' }], 3],
  ['`clean`', [looked], [clean, { yes: true, tools: ['*'] }], 2],
  ['`undo`', [mended], [undoCommand, {}], 1],
]

const [session] = agentSessions.filter(({ agent }) => agent === 'claude-code')
if (session === undefined) throw new Error('There is no session of Claude Code.')
const { id } = session
const homes = rows.map(() => homeOf(session).folder)

afterEach(() => void vi.restoreAllMocks())

describe('one session is opened as often as it has other bytes', () => {
  test.each(rows.map(([name, ...row], index) => [name, index, ...row] as const))('%s', async (...row) => {
    const [, index, before, step, opens] = row
    const home = homes[index] ?? ''
    const opened = vi.spyOn(claudeCode, 'open')
    for (const [run, flags] of [...before, step]) {
      opened.mockClear()
      const isOfAll = run === doctor || run === clean || flags.all === true || flags.last === true
      const words = isOfAll || run === undoCommand ? [] : [id]
      const { error } = await answerOf(run, words, { home, ...flags })
      expect(error).toBeUndefined()
    }
    expect(opened).toHaveBeenCalledTimes(opens)
  })
})
