import { isObject, printJson } from '../model/json.ts'
import type { NeutralArguments, NeutralCall, NeutralTool } from '../model/neutral.ts'

/** Reads arguments: JSON in a string, or a value. An empty string is no arguments. */
export function readArguments(given: unknown): NeutralArguments {
  if (given === undefined || given === null) return { json: {} }
  if (typeof given !== 'string') return { json: given }
  if (given.trim() === '') return { json: {}, printed: given }
  try {
    return { json: JSON.parse(given) as unknown, printed: given }
  } catch {
    return { text: given }
  }
}

/** Reads arguments that their format writes as a value; a string there is what the model wrote. */
export function readValue(given: unknown): NeutralArguments {
  if (given === undefined || given === null) return { json: {} }
  return typeof given === 'string' ? { text: given } : { json: given }
}

/** Arguments for a format that writes them as a string. */
export function argumentsText({ arguments: given }: NeutralCall): string {
  if ('text' in given) return given.text
  return given.printed ?? printJson(given.json)
}

/** The words that a custom tool takes. */
export function argumentsWords(call: NeutralCall): string {
  const given = call.arguments
  const words = 'json' in given && isObject(given.json) ? given.json[freeText] : undefined
  const isOnly = 'json' in given && isObject(given.json) && Object.keys(given.json).length === 1
  return isOnly && typeof words === 'string' ? words : argumentsText(call)
}

/** Arguments for a format that writes them as an object; words that no JSON is in are left to the target's repair. */
export function argumentsValue({ arguments: given, tool }: NeutralCall): unknown {
  if ('json' in given) return given.json
  return tool === 'custom' ? { [freeText]: given.text } : given.text
}

/** The one argument of a tool that takes plain text, where a format has no such tools. */
const freeText = 'input'

const freeTextSchema = {
  type: 'object',
  properties: { [freeText]: { type: 'string' } },
  required: [freeText],
}

/** The schema of a tool's arguments; undefined where it has none. */
export function parametersOf({ kind, parameters }: NeutralTool): unknown {
  return kind === 'custom' ? freeTextSchema : parameters
}

/** The same, where the format demands one. */
export function demandedParameters(tool: NeutralTool): unknown {
  const parameters = parametersOf(tool)
  return isObject(parameters) ? parameters : { type: 'object', properties: {} }
}
