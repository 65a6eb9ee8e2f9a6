import { isObject } from '../model/json.ts'
import type { ArgumentsForm } from '../model/transcript.ts'

/** The form of the arguments of a call, where an API wants JSON in a string. */
export function formOf(given: unknown): ArgumentsForm {
  if (typeof given === 'string') return isJson(given) ? 'json-text' : 'broken-text'
  if (given === undefined || given === null) return 'absent'
  return isObject(given) ? 'object' : 'other'
}

/** Whether a call's arguments can be parsed; servers read an empty string as no arguments. */
export function isJson(text: string): boolean {
  if (text === '' || text === '{}') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
