import type { Lose } from '../model/converter.ts'
import type { NeutralCall, NeutralRequest, NeutralTool } from '../model/neutral.ts'
import type { NeutralAnswer } from '../model/neutral-answer.ts'
import { eachPart } from './each-part.ts'

/** The names of the tools that take plain text. */
export function plainTextTools({ tools }: NeutralRequest): readonly string[] {
  return tools.flatMap(({ kind, name }) => (kind === 'custom' && name !== undefined ? [name] : []))
}

/** A request for a target without tools that take plain text: each is a function that takes it as `input`. */
export function withFunctionsAlone(request: NeutralRequest, lose: Lose): NeutralRequest {
  const declared = new Set(plainTextTools(request))
  const tools = request.tools.map((tool): NeutralTool => {
    if (tool.kind !== 'custom') return tool
    lose(tool.at, what, why)
    return { ...tool, kind: 'function', parameters }
  })
  const changed = eachPart(request, (part) => {
    if ((part.kind !== 'call' && part.kind !== 'result') || part.tool !== 'custom') return part
    if (part.kind === 'result') return { ...part, tool: 'function' }
    if (!declared.has(part.name ?? '')) lose(part.at, what, why)
    return { ...part, tool: 'function', arguments: asArguments(part.arguments) }
  })
  return declared.size === 0 ? changed : { ...changed, tools }
}

const what = 'kind of a custom tool'
const why = 'The target has functions alone: this one takes `input`.'
const parameters = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

function asArguments(given: NeutralCall['arguments']): NeutralCall['arguments'] {
  return 'text' in given ? { json: { input: given.text } } : given
}

/** The answer with calls of these tools as their client declared them: they take plain text, not arguments. */
export function plainTextCalls(answer: NeutralAnswer, names: readonly string[]): NeutralAnswer {
  if (names.length === 0) return answer
  const isPlain = new Set(names)
  return eachPart(answer, (part) =>
    part.kind === 'call' && isPlain.has(part.name ?? '') ? { ...part, tool: 'custom' } : part,
  )
}
