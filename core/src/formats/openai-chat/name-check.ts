import type { Demands } from '../../model/format.ts'
import { patternOf } from '../../model/rulebook.ts'

const mostKept = 1000

/** Looks at the names of tools; there are few, and they come again and again. */
export class NameCheck {
  private readonly pattern: RegExp | undefined
  private readonly longest: number
  private readonly legal = new Set<unknown>()
  /** The one that came last: often it comes again at once. */
  private last: unknown = undefined

  constructor(pattern: RegExp | undefined, longest: number) {
    this.pattern = pattern
    this.longest = longest
  }

  isLegal(name: unknown): boolean {
    if (name === this.last && name !== undefined) return true
    if (!this.legal.has(name) && !this.learn(name)) return false
    this.last = name
    return true
  }

  private learn(name: unknown): boolean {
    if (typeof name !== 'string' || name === '' || name.length > this.longest) return false
    if (this.pattern !== undefined && !this.pattern.test(name)) return false
    if (this.legal.size >= mostKept) this.legal.clear()
    this.legal.add(name)
    return true
  }
}

/** What tells legal names of tools from others; undefined where the API does not mind. */
export function nameCheck({ rows }: Demands): NameCheck | undefined {
  const form = rows['illegal-tool-name']
  if (form === undefined && rows['tool-name-missing'] === undefined) return undefined
  const pattern = form?.pattern === undefined ? undefined : patternOf(form.pattern)
  return new NameCheck(pattern, form?.maximum ?? Number.POSITIVE_INFINITY)
}
