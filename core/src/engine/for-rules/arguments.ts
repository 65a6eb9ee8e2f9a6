import { isObject, printJson, toWellFormed } from '../../model/json.ts'
import type { Call } from '../../model/transcript.ts'

/** A call's arguments as an object; what cannot be read is kept in the model's own words. */
export function usableArguments(call: Pick<Call, 'arguments'>): unknown {
  const given = typeof call.arguments === 'string' ? parsed(call.arguments) : call.arguments
  if (isObject(given)) return given
  if (given === undefined || given === null || given === '') return {}
  return { unparsed: typeof given === 'string' ? given : printJson(given) }
}

/** The object in a JSON text, with lone surrogates replaced; any other text stays as it is. */
function parsed(text: string): unknown {
  try {
    const value = toWellFormed(JSON.parse(text))
    return isObject(value) ? value : text
  } catch {
    return text
  }
}
