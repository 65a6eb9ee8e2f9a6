import { isObject, printJson } from '../model/json.ts'
import type { NeutralArguments } from '../model/neutral.ts'

/** Arguments that a source writes as JSON text. An empty text is no arguments; text that is no JSON stays text. */
export function argumentsFromText(text: string): NeutralArguments {
  if (text.trim() === '') return { json: {}, printed: text }
  try {
    return { json: JSON.parse(text) as unknown, printed: text }
  } catch {
    return { text }
  }
}

/** Arguments that a source may write as a value or as JSON text. */
export function argumentsFrom(value: unknown): NeutralArguments {
  if (typeof value === 'string') return argumentsFromText(value)
  return { json: value ?? {} }
}

/** Arguments for a target that writes JSON text. */
export function argumentsAsText(given: NeutralArguments): string {
  if ('text' in given) return given.text
  return given.printed ?? printJson(given.json)
}

/** Arguments for a target that writes a value; text that is no JSON stays text, and the target's repair wraps it. */
export function argumentsAsValue(given: NeutralArguments): unknown {
  return 'text' in given ? given.text : given.json
}

/** The words that a custom tool takes, out of arguments that may be a value. */
export function argumentsAsWords(given: NeutralArguments): string {
  if ('text' in given) return given.text
  return typeof given.json === 'string' && !isObject(given.json) ? given.json : argumentsAsText(given)
}
