import type { Call } from '../parts.ts'
import { type Complaint, type OwnAnswer, refusal } from './refuse.ts'
import type { Visit } from './visit.ts'

/** Sends an answer of the gateway's own. */
export function sendOwn(visit: Visit, answer: OwnAnswer, id: string): void {
  const body = typeof answer.body === 'string' ? Buffer.from(answer.body) : answer.body
  const length = ['content-length', String(body.length)]
  const out = visit.answer(answer.status, [...answer.headers, ...length, 'x-mortise-request-id', id])
  out.end(visit.method === 'HEAD' ? undefined : body)
}

/** Says no to a request, in the words of the API that its client speaks to. */
export function refuse(
  { visit, id, path, notes }: Pick<Call, 'visit' | 'id' | 'path' | 'notes'>,
  complaint: Complaint,
  headers: readonly string[] = [],
): void {
  notes.isOwn = true
  if (visit.hasBegun()) {
    visit.breakOff()
    return
  }
  const answer = refusal(path.conversation?.format, complaint, id)
  sendOwn(visit, { ...answer, headers: [...answer.headers, ...headers] }, id)
}
