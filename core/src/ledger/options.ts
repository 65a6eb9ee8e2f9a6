import type { ApiChoice } from '../model/api-name.ts'
import type { JsonObject } from '../model/json.ts'
import type { MortiseError } from '../model/outcome.ts'
import type { PolicyChoice } from '../model/policy.ts'
import type { ClosedAs } from './end.ts'
import type { LedgerCall } from './frame.ts'
import type { RunOptions, RunTool } from './run.ts'
import type { Sink } from './sink.ts'

export interface LedgerOptions {
  /** An API by name, or a rulebook of one's own. */
  readonly api: ApiChoice
  /** Tells rulebooks of one name apart. */
  readonly format?: string
  /** The place that the steps are written to; it lasts as long as the process, unless said otherwise. */
  readonly sink?: Sink
  /** The policy for calls that did not finish: `keep` answers them, `drop` and `drop-turn` take them out. */
  readonly policy?: PolicyChoice
  /** The members of the request besides its messages: the demands of an API may depend on model, tools and thinking. */
  readonly request?: JsonObject
}

/** A tool loop that cannot be left half-written. */
export interface Ledger<Message = unknown> {
  /**
   * The conversation, repaired: it can be sent, whatever happened.
   *
   * The same array as long as nothing happens. A call may make the array longer that an earlier one gave; nothing in it
   * ever changes.
   * It is typed as SDKs take it, which read it; it must not be changed.
   */
  messages(): Message[]
  /** The same as a whole request, with the members that `request` named. */
  request(): JsonObject
  /** Takes the words or messages of the user. Calls that still wait are cancelled. Resolves once it is durable. */
  user(said: string | Message | readonly Message[]): Promise<void>
  /** Takes in any other message, and leaves waiting calls alone. Resolves once it is durable. */
  append(said: Message | readonly Message[]): Promise<void>
  /** Takes the answer of the model: a message, or several. Calls of an earlier turn that still wait are cancelled. */
  turn(said: Message | readonly Message[]): LedgerTurn
  /** Gives a call its result, by id, also after a restart: true if it is the first real one. */
  answer(id: string, value: unknown): boolean
  /** Cancels the calls that wait. */
  cancel(): void
  /** Resolves once every step is durable; rejects if a step cannot be written, and can be tried again. */
  flush(): Promise<void>
  /** Cancels the calls that wait, writes the last lines, and lets go of the sink. */
  close(): Promise<void>
  /** How many lines of the log were passed over when it was opened: cut, damaged, or about a call that is not there. */
  readonly skipped: number
}

/** A turn of the model: its message, and its calls. */
export interface LedgerTurn {
  /** The calls that wait for a result, in order. */
  readonly calls: readonly LedgerCall[]
  /**
   * Runs the tools of the calls that nobody has run; resolves once every call has ended, in whatever way.
   *
   * Each call is durable before its tool runs. It rejects for no tool, signal, timeout or disk, and waits for no disk
   * that never answers once it was stopped or its time is over.
   */
  run(tool: RunTool, options?: RunOptions): Promise<RunOutcome>
  /** Gives a call its result: true if it is the first real one. */
  answer(call: LedgerCall, value: unknown): boolean
  /** Tells that a call is not allowed. */
  deny(call: LedgerCall, why?: string): boolean
  /** Cancels the calls that wait. */
  cancel(): void
}

/** The outcome of a turn. */
export interface RunOutcome {
  /** Whether somebody stopped it: a signal, `cancel`, or a new message. */
  readonly cancelled: boolean
  /** The calls that have a result of their tool. */
  readonly kept: readonly LedgerCall[]
  /** The others, and how each ended. */
  readonly closed: readonly { readonly call: LedgerCall; readonly as: ClosedAs }[]
  /** The reason why the log is not durable, if it is not; nothing is lost while the process runs. */
  readonly unsaved?: MortiseError
}
