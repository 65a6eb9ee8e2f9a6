/** As much of an `AbortSignal` as a ledger needs. */
export interface SignalLike {
  readonly aborted: boolean
  readonly reason?: unknown
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The `AbortSignal` of whoever imports this, where there are types for it. */
export type Signal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Own } }
  ? Own
  : SignalLike

/** Makes a signal that can be aborted. */
export interface Aborter {
  readonly signal: Signal
  abort(reason?: unknown): void
}

declare const AbortController: new () => Aborter
declare function setTimeout(run: () => void, milliseconds: number): unknown
declare function clearTimeout(timer: unknown): void

export function newAborter(): Aborter {
  return new AbortController()
}

// A timer that is set to more than this fires at once.
const longest = 2 ** 31 - 1

/** Does something later, unless what it gives back is called before. */
export function after(milliseconds: number, run: () => void): () => void {
  if (milliseconds > longest) return () => {}
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

/** Does something once a signal is aborted, at once if it is already; what it gives back stops listening. */
export function onAbort(signal: SignalLike | undefined, run: () => void): () => void {
  if (signal === undefined) return () => {}
  if (signal.aborted) {
    run()
    return () => {}
  }
  signal.addEventListener('abort', run)
  return () => signal.removeEventListener('abort', run)
}
