import { endOfString } from '../../text/json-scan.ts'

/** Names that are about a conversation; some servers read them in any case. */
const words: ReadonlySet<string> = new Set([
  'messages',
  'input',
  'contents',
  'tools',
  'functions',
  'tool_calls',
  'function_call',
  'role',
  'content',
  'parts',
])

/** The members of a body whose turns are read. */
const lists: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])

/** An object or a list that is open. */
interface Open {
  /** The names so far; undefined in a list. */
  readonly names: Set<string> | undefined
  /** Some servers read the names in any case: those of the body, of a turn or of a part. */
  readonly isLoose: boolean
}

/**
 * Whether JSON has members that two parsers read differently: a name twice in one object, or in the body, a turn or a
 * part a name that some servers read in any case. The text must be valid JSON.
 */
export function hasAmbiguousNames(text: string): boolean {
  const open: Open[] = []
  let member = ''
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === brace || code === bracket) {
      const isLoose = open.length === 0 || (lists.has(member) && [2, 4].includes(open.length))
      open.push({ names: code === brace ? new Set() : undefined, isLoose })
    } else if (code === braceEnd || code === bracketEnd) open.pop()
    else if (code === quote) {
      const start = at
      at = endOfString(text, at) - 1
      const names = open.at(-1)?.names
      if (names === undefined || !isName(text, at + 1)) continue
      const name = nameIn(text, start, at)
      if (open.length === 1) member = name
      const told = open.at(-1)?.isLoose === true ? name.toLowerCase() : name
      if (names.has(told) || (told !== name && words.has(told))) return true
      names.add(told)
    }
  }
  return false
}

const [quote, brace, braceEnd, bracket, bracketEnd] = [34, 123, 125, 91, 93]

function isName(text: string, start: number): boolean {
  let at = start
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at++
  return text.charAt(at) === ':'
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end)
  return raw.includes('\\') ? String(JSON.parse(`"${raw}"`)) : raw
}
