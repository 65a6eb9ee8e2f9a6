import type { Decided, Stamp } from './stamp.ts'

/** The decisions for all targets: those of the stamp, and those made since. */
export class DecisionMemory {
  private decisions: Map<string, Decided> | undefined
  private readonly stamp: Stamp
  private readonly isDry: boolean
  private readonly warn: (message: string) => void

  constructor(stamp: Stamp, isDry: boolean, warn: (message: string) => void) {
    this.stamp = stamp
    this.isDry = isDry
    this.warn = warn
  }

  get(key: string): Decided | undefined {
    return this.known().get(key)
  }

  /** Keeps decisions; where none of them is new, nothing is written. */
  keep(decided: readonly (readonly [string, Decided])[]): void {
    const known = this.known()
    const isNew = ([key, value]: readonly [string, Decided]): boolean =>
      JSON.stringify(known.get(key)) !== JSON.stringify(value)
    if (!decided.some(isNew)) return
    for (const [key, value] of decided) known.set(key, value)
    if (this.isDry) return
    const problem = this.stamp.write(Object.fromEntries(known))
    if (problem !== undefined) this.warn(`the state of tools.deny could not be kept: ${problem}`)
  }

  /** Notes that the sessions of a target are clean, if that is still the run which was to clean them. */
  complete(keys: readonly string[], run: string): void {
    this.keep(
      keys.flatMap((key) => {
        const decided = this.get(key)
        if (decided?.pending !== run) return []
        const { pending: _, ...rest } = decided
        return [[key, rest] as const]
      }),
    )
  }

  private known(): Map<string, Decided> {
    this.decisions ??= new Map(Object.entries(this.stamp.read()))
    return this.decisions
  }
}
