/** The type of an event of a stream that brings a piece of a call's arguments; no block that could be sent has it. */
export const pieceType = 'input_json_delta'

/** The types of calls and results in another API's messages. */
export const foreignTypes: ReadonlySet<string> = new Set(['tool-call', 'tool-result'])

/** Whether a block has a cache mark. */
export function hasMark(block: unknown): boolean {
  const mark = (block as { readonly cache_control?: unknown } | null | undefined)?.cache_control
  return mark !== undefined && mark !== null
}
