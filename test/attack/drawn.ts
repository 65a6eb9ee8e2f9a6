/** Draws the same numbers for the same seed. */
export class Draw {
  private state: number

  constructor(seed: number) {
    this.state = seed
  }

  /** A whole number below this one. */
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value
  }

  /** Up to so many, each made anew. */
  some<Value>(most: number, make: () => Value): Value[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }
}
