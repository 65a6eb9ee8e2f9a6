import { isObject } from './json.ts'
import { isListOfTexts } from './option-checks.ts'
import { badOption } from './options.ts'

/** Which tools are denied, as a row of a rulebook holds it: groups are resolved. */
export interface Denied {
  /** In lower case; `*` stands for any run of characters. */
  readonly tools: readonly string[]
  /** If it is given, every other tool is denied too; tools that are denied by name stay denied. */
  readonly allowed?: readonly string[]
  /** Further lists of allowed tools: a tool has to be on each. */
  readonly within?: readonly (readonly string[])[]
  /** A call that has its result stays, with it. */
  readonly keepsCompleted?: boolean
  /** Ids of denied calls that stand elsewhere: a result that does not name its tool is known by them. */
  readonly calls?: readonly string[]
  /** Ids of calls whose results stand elsewhere. */
  readonly answered?: readonly string[]
}

/** Whether a tool may not be used; one without a name is denied where all are, and where some are allowed. */
export function isDenied(denied: Denied, name = ''): boolean {
  checkDenied(denied, name)
  return areDenied(denied, [name])
}

/** Whether a tool of several names may not be used: by any of them it is denied, and by any of them allowed. */
export function areDenied({ tools, allowed, within = [] }: Denied, names: readonly string[]): boolean {
  const own = names.map((name) => name.trim().toLowerCase())
  const known = [...own, ...own.map(toolNamed)]
  const isIn = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => known.some((name) => fits(pattern, name)))
  if (isIn(tools) || (allowed !== undefined && !isIn(allowed))) return true
  return !within.every(isIn)
}

/** Whether a result without its call is denied: one that names no tool may be of any, and is only where all are. */
export function isResultDenied(denied: Denied, name: string | undefined): boolean {
  checkDenied(denied, name)
  const { tools, ...rest } = denied
  return isDenied(name === undefined ? { tools } : { tools, ...rest }, name)
}

function checkDenied(denied: unknown, name: unknown): void {
  const isWhole =
    isObject(denied) &&
    isListOfTexts(denied.tools) &&
    (denied.allowed === undefined || isListOfTexts(denied.allowed)) &&
    (denied.within === undefined || (Array.isArray(denied.within) && denied.within.every(isListOfTexts)))
  if (!isWhole)
    throw badOption('Denied tools are given as `deniedBy` makes them.', "deniedBy({ tools: ['exec'] })")
  if (name !== undefined && typeof name !== 'string') throw badOption('The name of a tool is a text.')
}

// Other names of the same tool.
const aliases: ReadonlyMap<string, string> = new Map([
  ['bash', 'exec'],
  ['apply-patch', 'apply_patch'],
])

/** The name by which a tool is known that has several. */
export function toolNamed(name: string): string {
  return aliases.get(name) ?? name
}

/** Whether a name is of this form; no pattern takes longer than the name is, times its stars. */
function fits(pattern: string, name: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === name
  const tail = rest.pop() ?? ''
  if (name.length < head.length + tail.length || !name.startsWith(head) || !name.endsWith(tail)) return false
  let at = head.length
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0 || found + piece.length > name.length - tail.length) return false
    at = found + piece.length
  }
  return true
}
