import { MortiseError } from '../model/outcome.ts'
import { after, onAbort, type SignalLike } from './signal.ts'

/** How long a sink is waited for at least, in milliseconds: a disk that is busy is not one that hangs. */
const patience = 5000

/** The same once somebody has stopped what waits. All is in memory then, and is still written if the sink answers later. */
const patienceOnceStopped = 1000

/** The limit of a wait for a sink. */
export interface Hurry {
  readonly signal?: SignalLike | undefined
  /** How long it may take; less than patience counts as that. Who has no limit waits until somebody stops it. */
  readonly timeout?: number | undefined
  /** Whether somebody has. */
  readonly isStopped?: boolean
  /** Resolves once it does not matter any more. */
  readonly isOver?: Promise<void>
}

/** Waits until something is durable, but not for ever; resolves to why it is not, where it is not. */
export async function saved(
  flushed: Promise<void>,
  { signal, timeout, isStopped, isOver }: Hurry,
): Promise<MortiseError | undefined> {
  let stop = (): void => {}
  let deaf = (): void => {}
  const overdue = new Promise<MortiseError>((resolve) => {
    const waitFor = (milliseconds: number): void => {
      stop()
      stop = after(milliseconds, () => resolve(notAnswered(milliseconds)))
    }
    if (timeout !== undefined) waitFor(Math.max(timeout, patience))
    if (isStopped === true) waitFor(patienceOnceStopped)
    else deaf = onAbort(signal, () => waitFor(patienceOnceStopped))
  })
  try {
    const settled = Promise.race(isOver === undefined ? [flushed] : [flushed, isOver])
    return await Promise.race([overdue, settled.then(() => undefined)])
  } catch (error) {
    if (error instanceof MortiseError) return error
    throw error
  } finally {
    deaf()
    stop()
  }
}

function notAnswered(milliseconds: number): MortiseError {
  const seconds = Math.round(milliseconds / 1000)
  const time = seconds === 1 ? 'a second' : `${seconds} seconds`
  return new MortiseError('not-written', `The sink of the ledger has not answered for ${time}.`, {
    hint: 'Nothing is lost as long as the program runs: `await ledger.flush()` waits on.',
  })
}
