import type { Lose } from '../../model/converter.ts'
import type { StartedCall } from '../../model/neutral-stream.ts'
import { madeCallId } from '../answer-calls.ts'
import type { KeepSignature } from '../signature-store.ts'
import type { StreamStage } from './stage.ts'

/** How the calls of an answer are written for the client. */
export interface ClientCalls {
  /** The provider whose signatures the client's format can hold. */
  readonly provider: string
  /** Keeps the signature of a call for the client; undefined: it is lost. */
  readonly keep: KeepSignature | undefined
  /** The client's own names of tools, by the names that the API got. */
  readonly names: ReadonlyMap<string, string>
  readonly lose: Lose
}

/** Gives every call an id, the client's name for its tool, and its signature in the id where the client can hold it nowhere else. */
export function givenToClient(clients: ClientCalls): StreamStage {
  let answer: string | undefined
  return (event) => {
    if (event.kind === 'start') answer = event.id
    if (event.kind !== 'part-start' || event.part.kind !== 'call') return event
    const id = event.part.id ?? madeCallId(answer, event.index)
    return { ...event, part: forClient({ ...event.part, id }, id, clients) }
  }
}

function forClient(call: StartedCall, id: string, { provider, keep, names, lose }: ClientCalls): StartedCall {
  const name = call.name === undefined ? undefined : (names.get(call.name) ?? call.name)
  const { signature, ...plain } = call
  if (signature === undefined || signature.provider === provider) return { ...call, name }
  if (keep !== undefined) return { ...plain, name, id: keep(id, signature.value) }
  lose(undefined, 'signature of a call', `Only \`${signature.provider}\` can read it.`)
  return { ...plain, name }
}
