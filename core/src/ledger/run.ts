import { ofKind } from '../model/option-checks.ts'
import { badOption, checkOptions, type OptionTable } from '../model/options.ts'
import { MortiseError } from '../model/outcome.ts'
import type { Desk } from './desk.ts'
import { type End, isStandIn } from './end.ts'
import type { LedgerCall, Slot } from './frame.ts'
import { saved } from './patience.ts'
import { after, newAborter, type Signal, type SignalLike } from './signal.ts'
import { denialOf, outputOf, wordsOf } from './value.ts'

/** Runs the tool of a call. The value that it returns is the result; an error that it throws makes a failed call. */
export type RunTool = (call: LedgerCall, signal: Signal) => unknown

export interface RunOptions {
  /** Cancels the calls that are not finished. */
  readonly signal?: SignalLike | undefined
  /** How long a tool may take, in milliseconds. */
  readonly timeout?: number | undefined
  /** How many tools may run at a time; all of them, unless said otherwise. */
  readonly concurrency?: number | undefined
}

/** Runs the tools of some calls, a few at a time; done once each call has ended, in whatever way. */
export async function runAll(
  slots: readonly Slot[],
  tool: RunTool,
  { timeout, concurrency = slots.length }: RunOptions,
  desk: Desk,
): Promise<void> {
  const rest = slots.values()
  const worker = async (): Promise<void> => {
    for (const slot of rest) await runOne(slot, tool, timeout, desk)
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, slots.length) }, worker))
}

/** A call's end, whoever brings it about. */
export function ended(slot: Slot, desk: Desk): Promise<void> {
  if (slot.end !== undefined) return Promise.resolve()
  return new Promise((resolve) => desk.watch(slot, () => resolve()))
}

async function runOne(slot: Slot, tool: RunTool, timeout: number | undefined, desk: Desk): Promise<void> {
  if (slot.end !== undefined) return
  // It may be cancelled while this is written; then nobody waits for the sink.
  const unsaved = await saved(desk.start(slot), { timeout, isOver: ended(slot, desk) })
  if (unsaved !== undefined) desk.end(slot, { as: 'not-run', why: wordsOf(unsaved) })
  if (slot.end !== undefined) return
  desk.begin(slot)
  const { signal, abort } = watchedAborter(slot, timeout, desk)
  const isOver = ended(slot, desk)
  // A tool that never comes to an end keeps nobody waiting: the call may end without it.
  void outcomeOf(tool, slot.call, signal).then((end) => {
    desk.end(slot, end)
  })
  await isOver
  abort()
}

/** A signal that tells a tool that its call has ended without it, by the clock or by somebody's will. */
function watchedAborter(
  slot: Slot,
  timeout: number | undefined,
  desk: Desk,
): { readonly signal: Signal; abort(): void } {
  const aborter = newAborter()
  const stop =
    timeout === undefined ? () => {} : after(timeout, () => desk.end(slot, { as: 'timed-out', ran: true }))
  return {
    signal: aborter.signal,
    abort: () => {
      stop()
      const { end } = slot
      if (end !== undefined && isStandIn(end)) aborter.abort(abortReason(end.as))
    },
  }
}

function abortReason(as: string): MortiseError {
  return new MortiseError(as, `The call was ${as === 'timed-out' ? 'given up: its time was over' : as}.`)
}

/** The outcome of a tool; never throws. */
async function outcomeOf(tool: RunTool, call: LedgerCall, signal: Signal): Promise<End> {
  try {
    return returned(await tool(call, signal))
  } catch (error) {
    return { as: 'failed', why: wordsOf(error) }
  }
}

/** A result, or a refusal; where the value cannot be written down, it is told that the tool ran all the same. */
export function returned(value: unknown): End {
  try {
    const denial = denialOf(value)
    if (denial !== undefined) return { as: 'denied', why: denial }
    return { as: 'returned', output: outputOf(value) }
  } catch (error) {
    return { as: 'failed', why: `the tool ran, but its result cannot be written as JSON: ${wordsOf(error)}` }
  }
}

const runOptions: OptionTable = {
  signal: /* @__PURE__ */ ofKind(
    'an `AbortSignal`',
    (value) =>
      Object(value) === value && typeof (value as Partial<SignalLike>).addEventListener === 'function',
  ),
  timeout: /* @__PURE__ */ ofKind(
    'a number of milliseconds',
    (value) => typeof value === 'number' && value >= 0,
  ),
  concurrency: /* @__PURE__ */ ofKind(
    'a number from 1 on',
    (value) => typeof value === 'number' && value >= 1,
  ),
}

/** Throws where tools cannot be run as was asked, before any call is taken for it. */
export function checkRun(tool: RunTool, options: RunOptions): void {
  if (typeof tool !== 'function') throw badOption('`run` has to be given a function that runs a tool.')
  checkOptions('run', options, runOptions)
}
