/** Headers as they came: names and values by turns, case and repetitions kept. */
export type HeaderList = readonly string[]

/** Headers that are about one connection, and never passed on. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
])

/** The first value of a header; `name` in lower case. */
export function headerIn(headers: HeaderList, name: string): string | undefined {
  for (let at = 0; at < headers.length; at += 2)
    if (headers[at]?.toLowerCase() === name) return headers[at + 1]
  return undefined
}

/** All values of a header; `name` in lower case. */
export function valuesIn(headers: HeaderList, name: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name)
}

/** The headers whose names, in lower case, are kept. */
export function keepHeaders(headers: HeaderList, isKept: (name: string) => boolean): string[] {
  const kept: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? ''
    if (isKept(name.toLowerCase())) kept.push(name, headers[at + 1] ?? '')
  }
  return kept
}

/** The headers that may be passed on: none of one connection, and none that `Connection` names. */
export function endToEnd(headers: HeaderList, isDropped: (name: string) => boolean = () => false): string[] {
  const named = connectionNames(headers)
  return keepHeaders(
    headers,
    (name) => !hopByHop.has(name) && !named.has(name) && !name.startsWith(':') && !isDropped(name),
  )
}

/** The headers that belong to the connection, because a `Connection` header names them. */
function connectionNames(headers: HeaderList): ReadonlySet<string> {
  const lines = valuesIn(headers, 'connection')
  return new Set(lines.flatMap((line) => line.toLowerCase().split(',')).map((name) => name.trim()))
}

/** Headers as an object, for those who take no list: names in lower case, repeated ones as lists. */
export function headerTable(headers: HeaderList): Record<string, string | string[]> {
  const table = new Map<string, string | string[]>()
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at]?.toLowerCase() ?? ''
    const value = headers[at + 1] ?? ''
    const before = table.get(name)
    table.set(name, before === undefined ? value : [before, value].flat())
  }
  // A member of its own for every name, also for `__proto__`.
  return Object.fromEntries(table)
}
