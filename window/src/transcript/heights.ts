/** The height of a row before any was measured. */
const first = 96

/**
 * Guesses how high rows are that nobody has seen: as most rows of the same kind were.
 *
 * Each wrong guess moves all rows below it, which are many in a long conversation.
 */
export class Heights {
  private readonly kinds = new Map<string, { usual: number; readonly counts: Map<number, number> }>()

  guess(kind: string): number {
    return this.kinds.get(kind)?.usual ?? first
  }

  note(kind: string, height: number): void {
    const known = this.kinds.get(kind) ?? { usual: height, counts: new Map<number, number>() }
    this.kinds.set(kind, known)
    const times = (known.counts.get(height) ?? 0) + 1
    known.counts.set(height, times)
    if (times > (known.counts.get(known.usual) ?? 0)) known.usual = height
  }
}
