import type { Lose } from '../model/converter.ts'
import type { NeutralCall, NeutralPart, NeutralReasoning, NeutralRequest } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import { eachPart } from './each-part.ts'
import type { KeepSignature, SignatureStore } from './signature-store.ts'
import { signatureIn, splitId } from './signed-id.ts'

type NeutralConversation = NeutralRequest | NeutralAnswer

/** Takes signatures off the ids of calls and results: the ids match again, and the signature stands on its call. */
export function decodeIds<Kind extends NeutralConversation>(neutral: Kind, store?: SignatureStore): Kind {
  const inResults = new Map<string, string>()
  const decoded = eachPart(neutral, (part) => {
    if ((part.kind !== 'call' && part.kind !== 'result') || part.id === undefined) return part
    const { id, signature: value } = splitId(part.id)
    if (id === part.id) return part
    if (part.kind === 'call') return signedBy({ ...part, id }, value)
    if (value !== undefined) inResults.set(id, value)
    return { ...part, id }
  })
  // A client may have kept the signature in the id of the result alone.
  if (inResults.size === 0 && store === undefined) return decoded
  return eachPart(decoded, (part) => {
    if (part.kind !== 'call' || part.id === undefined) return part
    return signedBy(part, inResults.get(part.id) ?? store?.get(part.id))
  })
}

function signedBy(call: NeutralCall, value: string | undefined): NeutralCall {
  const signature = signatureIn(value)
  return signature === undefined || call.signature !== undefined ? call : { ...call, signature }
}

/** The side that gets a document. */
export interface Receiver {
  readonly provider: string
  readonly signsCalls: boolean
  /** Whether it keeps signatures of all providers, each under its name. */
  readonly namesProviders: boolean
  /** Whether the document comes from the same provider, which knows the ids that it gave. */
  readonly isSource: boolean
  /** Keeps the signature of a call for a client; absent: it is lost. */
  readonly keep: KeepSignature | undefined
}

/** Takes away what another provider signed. A call that goes to a client keeps its signature, in its id if need be. */
export function carrySignatures<Kind extends NeutralConversation>(
  neutral: Kind,
  to: Receiver,
  lose: Lose,
): Kind {
  if (to.namesProviders) return neutral
  const isAnswer = neutral.as === 'answer'
  return eachPart(neutral, (part) => {
    if (part.kind === 'call') return isAnswer ? keptFor(part, to, lose) : ownSignature(part, to, lose)
    if (part.kind === 'reasoning') return ownProof(part, to, lose)
    return part.kind === 'text' ? ownSignature(part, { ...to, signsCalls: true }, lose) : part
  })
}

function keptFor(call: NeutralCall, to: Receiver, lose: Lose): NeutralCall {
  const { id, signature, ...rest } = call
  if (signature === undefined || id === undefined) return call
  if (to.signsCalls && signature.provider === to.provider) return call
  return to.keep === undefined ? ownSignature(call, to, lose) : { ...rest, id: to.keep(id, signature.value) }
}

const why = 'A signature goes back to the provider alone that made it.'

function ownSignature<Part extends Extract<NeutralPart, { kind: 'call' | 'text' }>>(
  part: Part,
  { provider, signsCalls }: Receiver,
  lose: Lose,
): Part {
  if (part.signature === undefined) return part
  const { signature, ...unsigned } = part
  if (signsCalls && signature.provider === provider) return part
  lose(part.at, `signature of a ${part.kind}`, why)
  return unsigned as Part
}

/** Of reasoning that another provider encrypted, only the words that were shown can go on. */
function ownProof(part: NeutralReasoning, to: Receiver, lose: Lose): NeutralReasoning | undefined {
  if (part.proof === undefined && part.id === undefined) return part
  const { proof, id, ...bare } = part
  const isOwn = proof === undefined || proof.provider === to.provider
  if (isOwn && (id === undefined || to.isSource)) return part
  if (!isOwn) lose(part.at, proof.as === 'encrypted' ? 'encrypted reasoning' : 'signature of reasoning', why)
  if (!to.isSource && id !== undefined) lose(part.at, 'id of reasoning', 'Only its provider knows it.')
  const kept = isOwn && proof !== undefined
  if (!kept && part.text === '') return undefined
  return { ...bare, ...(kept ? { proof } : {}), ...(to.isSource && id !== undefined ? { id } : {}) }
}
