import type { Finding } from '@mortise/core'
import type { Lane } from './store.ts'

/** How an agent, from some version of it on, copes with faults that its API would refuse. */
export interface Coping {
  /** `heals`: it mends each request that it sends. `loses`: it skips the records, so that history is lost silently. */
  readonly does: 'heals' | 'loses'
  /** The rules of core and of sessions whose faults it copes with so. */
  readonly rules: readonly string[]
  /** The APIs for which it does so; all of them if left out. */
  readonly apis?: readonly string[]
  /** The first version that does so; every known one if left out. */
  readonly since?: string
  /** It copes only with stretches at the end of a file that it cannot read. */
  readonly isAtEnd?: boolean
}

/** A finding of a session; `copes` tells that the agent keeps its API from refusing it. */
export interface SessionFinding extends Finding {
  readonly copes?: Pick<Coping, 'does' | 'since'>
}

/** The rules whose faults a sender copes with, and how. */
export type Copings = ReadonlyMap<string, Coping>

/** The program that sends a conversation: its agent, which copes with some faults, or another one, which copes with none. */
export interface Sent {
  /** The agent if left out. */
  readonly sender?: 'agent' | 'other'
  /** The agent's version; the newest one if nobody knows. */
  readonly version?: string | undefined
  readonly lane?: Pick<Lane, 'copes'> | undefined
}

/** The faults that the sender of a conversation copes with on the way to an API, by rule. */
export function copingsOf(
  { copes }: { readonly copes: readonly Coping[] },
  api: string,
  { sender = 'agent', version, lane }: Sent,
): Copings {
  const all = sender === 'other' ? [] : [...(lane?.copes ?? []), ...copes]
  const doing = all.filter(({ apis, since }) => (apis?.includes(api) ?? true) && isSince(version, since))
  return new Map(doing.flatMap((coping) => coping.rules.map((rule) => [rule, coping] as const)))
}

/** Whether a version is another one or newer; versions are compared number by number. */
function isSince(version: string | undefined, since: string | undefined): boolean {
  if (version === undefined || since === undefined) return true
  const [own, first] = [version, since].map((text) => text.split(/[.-]/).map(Number)) as [number[], number[]]
  const at = first.findIndex((part, index) => (own[index] ?? 0) !== part)
  return at < 0 || (own[at] ?? 0) > (first[at] ?? 0)
}
