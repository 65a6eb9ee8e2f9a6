import type { Scanned } from '../../disk/index.ts'
import { isBroken, type SessionVerdict } from './verdict.ts'

/** The words under which the index keeps verdicts of one version of Mortise: another version may find other faults. */
export interface VerdictKeys {
  /** No finding at all. */
  readonly quiet: string
  /** Advice only. */
  readonly advised: string
  readonly broken: string
}

/** The keys of one version and one agent. */
export function verdictKeys(by: string): VerdictKeys {
  return { quiet: `${by} quiet`, advised: `${by} advised`, broken: `${by} broken` }
}

/** The key for a verdict. */
export function keyFor({ quiet, advised, broken }: VerdictKeys, verdict: SessionVerdict): string {
  return verdict.found.length === 0 ? quiet : isBroken(verdict) ? broken : advised
}

/** The verdict that the index keeps; undefined if it keeps none of this version. */
export function keptVerdict(
  { quiet, advised, broken }: VerdictKeys,
  scanned: Scanned | undefined,
): { readonly health: 'sound' | 'broken'; readonly verdict: SessionVerdict } | undefined {
  if (scanned === undefined) return undefined
  const { key, verdict } = scanned
  if (key !== quiet && key !== advised && key !== broken) return undefined
  return { health: key === broken ? 'broken' : 'sound', verdict: verdict as SessionVerdict }
}
