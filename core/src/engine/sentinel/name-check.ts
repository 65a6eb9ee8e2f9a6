const mostKept = 1000

/** Checks the names of tools; there are few, and they come again and again. */
export class NameCheck {
  private readonly pattern: RegExp | undefined
  private readonly longest: number
  private readonly legal = new Set<string>()
  /** By length, the legal name that came last: comparing it costs less than asking the set. What fills it at first is of another length than its place. */
  readonly recent: string[] = Array.from({ length: 16 }, (_, length) => (length === 0 ? ' ' : ''))

  constructor(pattern: RegExp | undefined, longest: number) {
    this.pattern = pattern
    this.longest = longest
  }

  isLegal(name: unknown): boolean {
    if (typeof name !== 'string' || name.length === 0) return false
    return this.recent[name.length & 15] === name || this.recall(name)
  }

  private recall(name: string): boolean {
    if (!this.legal.has(name) && !this.learn(name)) return false
    this.recent[name.length & 15] = name
    return true
  }

  private learn(name: string): boolean {
    if (name.length > this.longest) return false
    if (this.pattern !== undefined && !this.pattern.test(name)) return false
    if (this.legal.size >= mostKept) this.legal.clear()
    this.legal.add(name)
    return true
  }
}
