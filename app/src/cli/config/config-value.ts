import { parseDocument } from 'yaml'
import { CommandError } from '../program/failure.ts'

/** Reads a value from the command line: JSON, a list or a table of YAML, else the words themselves. */
export function readValue(said: string): unknown {
  try {
    return JSON.parse(said) as unknown
  } catch {
    return /^\s*[[{]/.test(said) ? readFlow(said) : said
  }
}

function readFlow(said: string): unknown {
  const document = parseDocument(said)
  if (document.errors.length === 0) return document.toJS()
  throw new CommandError('usage', `The value \`${said}\` cannot be read. A star needs quotes: \`["*"]\`.`)
}
