import { formats } from '@mortise/core'
import { voiceOf } from '../../voices/index.ts'
import type { TroubleKind } from '../../voices/trouble.ts'
import type { HeaderList } from '../send/headers.ts'

/** An answer of the gateway's own. */
export interface OwnAnswer {
  readonly status: number
  readonly headers: HeaderList
  readonly body: string | Uint8Array
}

/** Something that the gateway says no to. */
export interface Complaint {
  readonly status: number
  readonly message: string
  readonly kind?: TroubleKind
}

/** An error in the words of the first party of a format: clients read it as one of their own API. */
export function refusal(format: string | undefined, complaint: Complaint, request: string): OwnAnswer {
  const voice = voiceOf({ format: formats.find(({ name }) => name === format)?.name ?? 'openai-chat' })
  const { status, message, kind = 'refused' } = complaint
  const trouble = { kind, status, message, request: request.replaceAll('-', '').slice(0, 24) }
  const headers = Object.entries(voice.headers?.(trouble) ?? {}).flat()
  return {
    status,
    headers: ['content-type', 'application/json', ...headers],
    body: JSON.stringify(voice.body(trouble)),
  }
}
