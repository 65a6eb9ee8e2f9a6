/** Finds where the string that opens at `start` ends. The text must be valid JSON. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return text.length
}

/** Finds where the value that begins at `start` ends. The text must be valid JSON. */
function endOfValue(text: string, start: number): number {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') return endOfScalar(text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) at = endOfString(text, at) - 1
    else if (code === 0x7b || code === 0x5b) depth++
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1
  }
  return text.length
}

/** The members of an object as they are written, by what their names say. The text must be valid JSON. */
export function memberTexts(text: string): ReadonlyMap<string, string> {
  const members = new Map<string, string>()
  let at = text.indexOf('{') + 1
  for (;;) {
    at = text.indexOf('"', at)
    if (at < 0) return members
    const nameEnd = endOfString(text, at)
    const start = pastBlanks(text, text.indexOf(':', nameEnd) + 1)
    const end = endOfValue(text, start)
    members.set(String(JSON.parse(text.slice(at, nameEnd))), text.slice(start, end))
    at = end
  }
}

function endOfScalar(text: string, start: number): number {
  let at = start
  while (at < text.length && !',]} \t\r\n'.includes(text.charAt(at))) at++
  return at
}

function pastBlanks(text: string, start: number): number {
  let at = start
  while (' \t\r\n'.includes(text.charAt(at)) && at < text.length) at++
  return at
}

/** The same JSON without line breaks between its values. The text must be valid JSON. */
export function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '"' ? endOfString(text, at) : pastBlanks(text, at + 1)
    pieces.push(text.slice(at, end).trim())
    at = pastBlanks(text, end)
  }
  return pieces.join('')
}
