import type { Rulebook } from '@mortise/core'
import { renamedRequest } from '../send/rename-model.ts'
import {
  isSoundBy,
  type Judging,
  judge,
  type Readable,
  readBodyOf,
  type Verdict,
  withoutSignedIds,
} from './mend.ts'
import { doubtIn } from './unread.ts'

/** How a body is examined for an upstream of its own format. */
export interface Examining {
  readonly api: Rulebook
  /** The name that the model has there, where it has another one. */
  readonly renamed: string | undefined
  /** How the body is judged; undefined where it is not. */
  readonly judging: Judging | undefined
  /** Whether a body counts as unread that another reader may read differently. */
  readonly mustRead: boolean
}

/** A body as it is judged for an upstream, and the verdict. */
export interface Examined {
  /** With the name that its model has there, and ids without signatures. */
  readonly asked: Readable
  readonly verdict: Verdict
}

/** Writes a body as an upstream of its format is sent it, and judges it. */
export function examine(given: Readable, { api, renamed, judging, mustRead }: Examining): Examined {
  // No id of a sound body has a signature in it.
  const isSound = renamed === undefined && judging !== undefined && isSoundBy(given, judging)
  const asked = isSound ? given : readableFor(given, api, renamed)
  const verdict = isSound || judging === undefined ? unjudged : judge(asked, judging)
  if (!mustRead || verdict.unread !== undefined) return { asked, verdict }
  return { asked, verdict: { ...verdict, unread: doubtIn(Buffer.concat(asked.pieces)) } }
}

/** The verdict on a body that nobody looks at. */
export const unjudged: Verdict = { refused: [], mended: [], bytes: undefined }

function readableFor(given: Readable, api: Rulebook, renamed: string | undefined): Readable {
  const readable = withoutSignedIds(given, api)
  if (renamed === undefined) return readable
  if (readable.pathModel !== undefined) return readBodyOf(readable.pieces, api.format, renamed)
  try {
    const bytes = renamedRequest(Buffer.concat(readable.pieces), readable.glance?.model, renamed)
    return readBodyOf([bytes], api.format, undefined)
  } catch {
    // It is no JSON: the upstream says so.
    return readable
  }
}
