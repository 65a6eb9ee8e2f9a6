/** Where a JSON text stops being one, and why. */
export interface JsonFault {
  readonly line: number
  readonly column: number
  readonly reason: string
  /** One whole value stands before the fault, as in JSON Lines. */
  readonly isSecondValue: boolean
}

/**
 * Finds the first fault of a text that `JSON.parse` refuses.
 *
 * The messages of the built-in parser differ from version to version and often name no position. This
 * reader keeps its own list of open brackets, so that no depth of nesting can hurt it.
 */
export function locateJsonFault(text: string): JsonFault {
  const { at, reason, expects } = walk(text)
  const before = text.slice(0, at)
  const lineStart = before.lastIndexOf('\n') + 1
  return {
    line: before.split('\n').length,
    column: at - lineStart + 1,
    reason: at >= text.length && expects !== 'string' ? 'the text ends too early' : reason,
    isSecondValue: expects === 'end',
  }
}

type Expects = 'value' | 'first-value' | 'first-name' | 'name' | 'colon' | 'comma' | 'end' | 'string'

interface FaultPlace {
  readonly at: number
  readonly reason: string
  readonly expects: Expects
}

const reasons: Readonly<Record<Expects, string>> = {
  value: 'a value is missing',
  'first-value': 'a value or `]` is missing',
  'first-name': 'a name in double quotes or `}` is missing',
  name: 'a name in double quotes is missing',
  colon: 'a colon is missing',
  comma: 'a comma or the closing bracket is missing',
  end: 'more text follows the end of the JSON value',
  string: 'a string is not closed or holds a wrong character',
}

const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const blanks = /[ \t\r\n]*/y

function walk(text: string): FaultPlace {
  const open: string[] = []
  let expects: Expects = 'value'
  let at = 0
  for (;;) {
    blanks.lastIndex = at
    at += blanks.exec(text)?.[0].length ?? 0
    const letter = text[at]
    if (letter === undefined || expects === 'end') return { at, reason: reasons[expects], expects }
    const isName: boolean = expects === 'name' || expects === 'first-name'
    if (expects === 'colon' && letter === ':') {
      expects = 'value'
      at++
    } else if (expects === 'comma' && letter === ',') {
      expects = open.at(-1) === '{' ? 'name' : 'value'
      at++
    } else if (closes(letter, open.at(-1), expects)) {
      open.pop()
      expects = open.length === 0 ? 'end' : 'comma'
      at++
    } else if (letter === '"' && (isName || isValue(expects))) {
      const string = walkString(text, at)
      if (!string.isClosed) return { at: string.at, reason: reasons.string, expects: 'string' }
      at = string.at
      expects = isName ? 'colon' : afterValue(open)
    } else if ((letter === '{' || letter === '[') && isValue(expects)) {
      open.push(letter)
      expects = letter === '{' ? 'first-name' : 'first-value'
      at++
    } else {
      scalar.lastIndex = at
      const length = isValue(expects) ? (scalar.exec(text)?.[0].length ?? 0) : 0
      if (length === 0) return { at, reason: reasons[expects], expects }
      at += length
      expects = afterValue(open)
    }
  }
}

function isValue(expects: Expects): boolean {
  return expects === 'value' || expects === 'first-value'
}

function afterValue(open: readonly string[]): Expects {
  return open.length === 0 ? 'end' : 'comma'
}

function closes(letter: string, opened: string | undefined, expects: Expects): boolean {
  if (letter === '}') return opened === '{' && (expects === 'comma' || expects === 'first-name')
  return letter === ']' && opened === '[' && (expects === 'comma' || expects === 'first-value')
}

function walkString(text: string, start: number): { readonly at: number; readonly isClosed: boolean } {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1, isClosed: true }
    if (code < 0x20) return { at, isClosed: false }
    if (code !== 0x5c) continue
    const escaped = /^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(text.slice(at + 1, at + 6))?.[0]
    if (escaped === undefined) return { at, isClosed: false }
    at += escaped.length
  }
  return { at: text.length, isClosed: false }
}
