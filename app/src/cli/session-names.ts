import { sep } from 'node:path'
import type { Patient } from '../sessions/judge.ts'
import { shortIds } from '../sessions/pick.ts'
import type { Invocation } from './command.ts'
import { printable } from './printable.ts'
import { quote, quoteFile } from './program.ts'
import { samePlace } from './same-place.ts'

/** How sessions are called, on screens and in commands that can be pasted. */
export interface SessionNames {
  short(patient: Patient): string
  /** A command of this program about one session. */
  command(name: string, patient: Patient, ...flags: readonly string[]): string
}

/** Names sessions so that each is told from the others that were seen; those not in their place go by path. */
export function namesOf(
  { program, flags }: Invocation,
  patients: readonly Patient[],
  how: { readonly areElsewhere: boolean; readonly areSome: boolean },
): SessionNames {
  const ids: string[] = []
  for (const { judged } of patients) if (judged !== undefined) ids.push(judged.id)
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  let short: ReadonlyMap<string, string> | undefined
  const target = ({ judged, target: { path } }: Patient): string => {
    if (judged === undefined || how.areElsewhere || (counts.get(judged.id) ?? 0) > 1) return quoteFile(path)
    // Another session that was not looked at may begin alike.
    if (how.areSome) return quote(judged.id)
    short ??= shortIds(ids)
    return quote(short.get(judged.id) ?? judged.id)
  }
  return {
    short: ({ judged, target: { path } }) => printable(judged?.id.slice(0, 13) ?? path),
    command: (name, patient, ...more) =>
      `${[program, name, target(patient), ...more].join(' ')}${samePlace(flags)}`,
  }
}

/** A path as people write it: from their home. */
export function nearHome(path: string, home: string): string {
  return path === home || path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path
}
