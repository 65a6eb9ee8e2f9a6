import type { Format } from '../../model/format.ts'
import type { Joint } from '../../model/joint.ts'
import type { Result } from '../../model/transcript.ts'
import { noResult, notApproved } from '../../texts/fixed.ts'
import { setFact } from '../draft/draft.ts'

const why = 'call-without-result'

/** Answers a call that has no result; returns the result to be put somewhere, if the call cannot hold it itself. */
export function answer(joint: Joint, format: Format): Result | undefined {
  const { call } = joint
  const text = call.isUnapproved ? notApproved : noResult
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
