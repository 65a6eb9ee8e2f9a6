import type { Joint } from '../../model/joint.ts'
import type { Progress } from '../../model/origin.ts'
import type { Result } from '../../model/transcript.ts'
import { noResult, notApproved, unfinished } from '../../texts/fixed.ts'
import type { Context } from '../context.ts'
import { setFact } from '../draft/draft.ts'

const why = 'call-without-result'

/** Answers a call that has no result; returns the result to be put somewhere, if the call cannot hold it itself. */
export function answer(joint: Joint, { format, origin }: Context): Result | undefined {
  const { call } = joint
  const text = textFor(call.progress ?? (call.id === undefined ? undefined : origin?.progressOf?.(call.id)))
  if (call.isInline) {
    setFact(call, 'answer', text, why)
    call.excused = true
    return undefined
  }
  joint.result = {
    kind: 'result',
    list: format.results.list,
    index: -1,
    raw: undefined,
    id: call.id,
    name: call.name,
    tool: call.tool,
    content: text,
    isError: true,
    isEmpty: false,
    isNull: false,
    hasMedia: false,
    isSynthetic: true,
    why,
    answers: { call, text },
  }
  return joint.result
}

/** The text for a call of which no result was recorded: it says no more than the records do. */
function textFor(progress: Progress | undefined): string {
  const [started, notStarted] = unfinished.interrupted
  if (progress === 'waiting') return notApproved
  if (progress === undefined) return noResult
  return progress === 'started' ? started : notStarted
}
