import type { Format } from './model/format.ts'
import { isObject, type JsonObject } from './model/json.ts'
import type { Known } from './model/known.ts'
import type { MortiseError } from './model/outcome.ts'
import { wrongFormat } from './wrong-format.ts'

/**
 * The message in a line: the one that the line holds, or the line itself; undefined if it is neither.
 *
 * A message has a role, but for those of some formats.
 */
export function messageIn(line: unknown, format?: Format): unknown {
  if (!isObject(line)) return undefined
  if (isObject(line.message) && isTurn(line.message, format)) return line.message
  return isTurn(line, format) ? line : undefined
}

function isTurn(value: JsonObject, format: Format | undefined): boolean {
  return value.role !== undefined || format?.isBareTurn?.(value) === true
}

/** The error for lines that are certainly messages of another format. */
export function wrongLines(
  known: Known,
  lines: readonly unknown[],
  format: Format,
): MortiseError | undefined {
  const messages = lines.map((line) => known.formats.map((each) => messageIn(line, each)).find(isObject))
  return wrongFormat(known, messages.filter(isObject), format)
}
