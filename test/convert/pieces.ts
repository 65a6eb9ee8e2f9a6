export type Json = Record<string, unknown>

/** A call or a result as any format writes it: its id, and the name or the words. */
export type Piece = readonly [id: unknown, told: unknown]

/** The calls and the results of a document, in order. */
export function joints(document: unknown): { readonly calls: Piece[]; readonly results: Piece[] } {
  const calls: Piece[] = []
  const results: Piece[] = []
  JSON.stringify(document, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    const { type, functionCall, functionResponse, toolUse, toolResult, ...one } = value as Record<
      string,
      Json
    >
    if (functionCall && 'args' in functionCall) calls.push([functionCall.id, functionCall.name])
    if (functionResponse)
      results.push([functionResponse.id, `${functionResponse.name}: ${words(functionResponse.response)}`])
    if (toolUse) calls.push([toolUse.toolUseId, toolUse.name])
    if (toolResult) results.push([toolResult.toolUseId, words(toolResult.content)])
    const kind = String(type)
    if (kind === 'tool_use') calls.push([one.id, one.name])
    if (kind === 'tool-call') calls.push([one.toolCallId, one.toolName])
    if (kind === 'function_call') calls.push([one.call_id, one.name])
    if (kind === 'function' && one.function?.arguments !== undefined) calls.push([one.id, one.function.name])
    if (kind === 'tool_result') results.push([one.tool_use_id, words(one.content)])
    if (kind === 'tool-result') results.push([one.toolCallId, words(one.output?.value)])
    if (kind === 'function_call_output') results.push([one.call_id, words(one.output)])
    if (String(one.role) === 'tool' && one.tool_call_id) results.push([one.tool_call_id, words(one.content)])
    return value
  })
  return { calls, results }
}

function words(value: unknown): string {
  const [, said] = /"(?:text|output|value)":"([^"]*)"/.exec(JSON.stringify(value) ?? '') ?? []
  return said ?? String(value)
}
