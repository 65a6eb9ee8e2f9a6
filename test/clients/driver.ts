import type { GuardOptions } from '@mortise/core/guard'

/** How a call is made. */
export interface Manner {
  readonly isStreaming: boolean
  readonly signal?: AbortSignal
}

/** A client, ready to be called. */
export type Call = (request: object, manner: Manner) => Promise<string>

/** A real client and how it is used, bare or guarded. */
export interface Driver {
  readonly name: string
  /** The API that the sandbox stands for. */
  readonly api: string
  /** A client of a provider at an address; bare, unless there are options of a guard. */
  readonly connect: (url: string, guarded?: GuardOptions) => Call
  /** A conversation of so many calls with results of so many characters, in the client's own form. */
  readonly sound: (calls: number, size: number) => object
  /** One whose last call has no result: the user has gone on. */
  readonly broken: (calls: number, size: number) => object
  /** What the API says of it. */
  readonly says: RegExp
}

export const text = (size: number): string => 'a line of output\n'.repeat(size / 17 + 1).slice(0, size)
export const ids = (calls: number): readonly string[] =>
  Array.from({ length: calls }, (_, index) => `call${String(index).padStart(5, '0')}`)
