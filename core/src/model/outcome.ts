/** An expected failure: one base class with a code, a cause and a hint that one can paste. */
export class MortiseError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'MortiseError'
    this.code = code
    this.hint = options.hint
  }
}

/** The result of something that may fail without being a bug. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: MortiseError }
