import type { Scanned } from '../../disk/index.ts'
import type { SessionFinding } from '../../stores/contract/coping.ts'
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

/** Ends the key of a session that is only read, so that nobody has to read its verdict to know that. */
const onlyRead = ' only-read'

/** The key for a verdict. */
export function keyFor({ quiet, advised, broken }: VerdictKeys, verdict: SessionVerdict): string {
  const key = verdict.found.length === 0 ? quiet : isBroken(verdict) ? broken : advised
  return verdict.readOnly === undefined ? key : `${key}${onlyRead}`
}

/** The verdict that the index keeps; undefined if it keeps none of this version. */
export function keptVerdict(
  { quiet, advised, broken }: VerdictKeys,
  scanned: Scanned | undefined,
): { readonly health: 'sound' | 'broken'; readonly verdict: SessionVerdict } | undefined {
  if (scanned === undefined) return undefined
  const isOnlyRead = scanned.key.endsWith(onlyRead)
  const key = isOnlyRead ? scanned.key.slice(0, -onlyRead.length) : scanned.key
  if (key !== quiet && key !== advised && key !== broken) return undefined
  const verdict = new KeptVerdict(scanned, key === quiet, isOnlyRead)
  return { health: key === broken ? 'broken' : 'sound', verdict }
}

const nothing: readonly SessionFinding[] = []

/** A verdict out of the index: only its id is read at once, since of thousands of sessions few are shown. */
class KeptVerdict implements SessionVerdict {
  private readonly scanned: Scanned
  private readonly isQuiet: boolean
  private readonly isOnlyRead: boolean

  constructor(scanned: Scanned, isQuiet: boolean, isOnlyRead: boolean) {
    this.scanned = scanned
    this.isQuiet = isQuiet
    this.isOnlyRead = isOnlyRead
  }

  get id(): string {
    return this.scanned.brief
  }

  get found(): readonly SessionFinding[] {
    return this.isQuiet ? nothing : this.whole.found
  }

  get api(): string {
    return this.whole.api
  }

  get turns(): number {
    return this.whole.turns
  }

  get title(): string | undefined {
    return this.whole.title
  }

  get version(): string | undefined {
    return this.whole.version
  }

  get folder(): string | undefined {
    return this.whole.folder
  }

  get readOnly(): string | undefined {
    return this.isOnlyRead ? this.whole.readOnly : undefined
  }

  get resume(): string | undefined {
    return this.whole.resume
  }

  private get whole(): SessionVerdict {
    return this.scanned.verdict as SessionVerdict
  }
}
