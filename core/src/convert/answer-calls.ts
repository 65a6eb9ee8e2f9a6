import type { NeutralAnswer } from '../model/neutral-answer.ts'

/** The id for a call of an answer that has none: the client needs one to answer it. */
export function madeCallId(answer: string | undefined, index: number): string {
  return `call_${tokenOf(answer)}_${index}`
}

/** The part of an answer's id that call ids may hold. */
function tokenOf(id = '0'): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '').slice(-24) || '0'
}

/** An answer whose calls have ids, and whose stop agrees with what it holds. */
export function withCallIds(answer: NeutralAnswer): NeutralAnswer {
  const { parts, id, stop } = answer
  const isCalling = parts.some(({ kind }) => kind === 'call')
  const isNameless = parts.some((part) => part.kind === 'call' && part.id === undefined)
  const agreed = isCalling && (stop === 'end' || stop === 'unknown') ? 'calls' : stop
  if (!isNameless && agreed === stop) return answer
  const named = parts.map((part, index) =>
    part.kind === 'call' && part.id === undefined ? { ...part, id: madeCallId(id, index) } : part,
  )
  return { ...answer, parts: named, stop: agreed }
}
