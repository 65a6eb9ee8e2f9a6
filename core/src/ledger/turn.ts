import { MortiseError } from '../model/outcome.ts'
import type { Desk } from './desk.ts'
import type { Frame, LedgerCall, Slot } from './frame.ts'
import type { LedgerTurn, RunOutcome } from './options.ts'
import { saved } from './patience.ts'
import { checkRun, ended, type RunOptions, type RunTool, returned, runAll } from './run.ts'
import { onAbort } from './signal.ts'

/** A turn of the model's, for those who run its tools. */
export function turnOf(frame: Frame, desk: Desk): LedgerTurn {
  const slotOf = (call: LedgerCall): Slot => {
    const slot = frame.slots.find((each) => each.call === call)
    if (slot !== undefined) return slot
    throw new MortiseError('unknown-call', 'This call is not of this turn.', {
      hint: 'Take it from `turn.calls`.',
    })
  }
  return {
    calls: frame.slots.map(({ call }) => call),
    async run(tool, options = {}) {
      checkRun(tool, options)
      if (desk.isRunning(frame)) throw alreadyRunning()
      return runFrame(frame, tool, options, desk)
    },
    answer: (call, value) => desk.end(slotOf(call), returned(value)),
    deny: (call, why = '') => desk.end(slotOf(call), { as: 'denied', why }),
    cancel: () => desk.stop(frame, 'cancelled'),
  }
}

async function runFrame(frame: Frame, tool: RunTool, options: RunOptions, desk: Desk): Promise<RunOutcome> {
  const { signal } = options
  const own = frame.slots.filter((slot) => desk.claim(slot))
  const deaf = onAbort(signal, () => desk.stop(frame, 'cancelled'))
  try {
    await runAll(own, tool, options, desk)
    // A number that another run has taken, or nobody.
    await Promise.all(frame.slots.map((slot) => ended(slot, desk)))
  } finally {
    deaf()
  }
  const outcome = outcomeOf(frame, signal?.aborted === true)
  const unsaved = await saved(desk.flush(), { ...options, isStopped: outcome.cancelled })
  const now = outcomeOf(frame, signal?.aborted === true)
  return unsaved === undefined ? now : { ...now, unsaved }
}

function outcomeOf({ slots }: Frame, isAborted: boolean): RunOutcome {
  const kept: LedgerCall[] = []
  const closed: { call: LedgerCall; as: RunOutcome['closed'][number]['as'] }[] = []
  for (const { call, end } of slots) {
    if (end?.as === 'returned') kept.push(call)
    else if (end !== undefined) closed.push({ call, as: end.as })
  }
  return { cancelled: isAborted || closed.some(({ as }) => as === 'cancelled'), kept, closed }
}

/** A run waits for every call of its turn: one that a tool begins would wait for that tool, and this for it. */
function alreadyRunning(): MortiseError {
  return new MortiseError(
    'already-running',
    'Tools of this turn run already, and a tool cannot wait for itself.',
    {
      hint: 'Wait for the run that is under way, outside of its tools.',
    },
  )
}
