import type { Finding } from '@mortise/core'
import type { NamedRequest, Trouble, TroubleKind } from '../voices/trouble.ts'
import { type Reply, steady } from './reply.ts'
import type { ApiVoice } from './speaker.ts'
import type { Token } from './token.ts'

/** The reason of a refusal; the API has words of its own for members that are left out. */
export interface SandboxRefusal {
  readonly kind: TroubleKind
  readonly asked: NamedRequest
  readonly token: Token
  readonly finding?: Finding
  readonly status?: number | undefined
  readonly message?: string | undefined
}

/** Says what is wrong in the words of an API. */
export function troubleOf({ voice }: ApiVoice, complaint: SandboxRefusal): Trouble {
  const { kind, asked, token, finding } = complaint
  const usual = voice.sentences[kind]
  const said = typeof usual?.message === 'function' ? usual.message(asked) : usual?.message
  return {
    kind,
    status: complaint.status ?? usual?.status ?? 400,
    message: complaint.message ?? said ?? finding?.says ?? finding?.message ?? '',
    request: token('request', 24),
    ...(finding === undefined ? {} : { finding }),
  }
}

/** The header by which an API names a request. */
export function requestHeader({ voice }: ApiVoice, id: string): Reply['headers'] {
  if (voice.request === undefined) return {}
  const [header, prefix] = voice.request
  return { [header]: `${prefix}${id}` }
}

/** An error as an API sends it. */
export function refusalOf(speaker: ApiVoice, complaint: SandboxRefusal): Reply {
  const trouble = troubleOf(speaker, complaint)
  const { finding, status } = trouble
  return {
    status,
    headers: {
      'content-type': 'application/json',
      ...requestHeader(speaker, trouble.request),
      ...speaker.voice.headers?.(trouble),
      ...(finding === undefined ? {} : { 'x-mortise-rule': finding.rule }),
    },
    content: { body: JSON.stringify(speaker.voice.body(trouble)) },
    tempo: steady,
  }
}
