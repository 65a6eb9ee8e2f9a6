import { isObject, type JsonObject } from '../../model/json.ts'

// The schema of a tool that takes nothing.
const nothing = { type: 'object', properties: {} }

/** Whether a declared function does not say what it takes; tools of other kinds have no parameters. */
function isMute(tool: unknown): tool is { readonly function: JsonObject } {
  if (!isObject(tool) || !isObject(tool.function)) return false
  const { parameters } = tool.function
  return parameters === undefined || parameters === null
}

/** Whether one of the tools of a body does not say what it takes. */
export function lackParameters(tools: unknown): boolean {
  return Array.isArray(tools) && tools.some(isMute)
}

/** The tools, of which those take nothing that do not say what they take. */
export function withParameters(tools: unknown): unknown {
  if (!Array.isArray(tools)) return tools
  return tools.map((tool: unknown) =>
    isMute(tool) ? { ...tool, function: { ...tool.function, parameters: nothing } } : tool,
  )
}
