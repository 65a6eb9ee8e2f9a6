import type { FieldState } from '../../binding/field.ts'
import { type BindingMemory, bindingMemory } from '../../binding/memory.ts'
import type { GuardOptions } from '../options.ts'

/** The state that a guard keeps between requests. */
export interface GuardState extends FieldState {
  readonly memory: BindingMemory
  /** The digests of the last bodies that the guard wrote the field into. */
  readonly asked: Set<string>
}

/** The options of a guard, with what it keeps. */
export interface Guarding extends GuardOptions {
  readonly state?: GuardState
}

/** The options of a guard that has not seen any request. */
export function guarding(options: GuardOptions): Guarding {
  return { ...options, state: { memory: bindingMemory(), isFieldRefused: false, asked: new Set() } }
}

const mostAsked = 256

/** Notes a body with the field in it. */
export function noteAsked({ asked }: GuardState, digest: string): void {
  asked.add(digest)
  const [oldest] = asked
  if (asked.size > mostAsked && oldest !== undefined) asked.delete(oldest)
}
