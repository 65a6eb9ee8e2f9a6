import type { Hosted, Part } from '../../model/transcript.ts'

/** The tools run by the provider that have yet to answer in this loop. */
export class HostedCheck {
  private readonly open: string[] = []

  get isWaiting(): boolean {
    return this.open.length > 0
  }

  clear(): void {
    // Writing a length costs more than reading it, even where nothing changes.
    if (this.open.length > 0) this.open.length = 0
  }

  /** Takes the halves in a turn; false where one of them lacks the other. */
  takeAll(parts: readonly Part[]): boolean {
    return parts.every((part) => part.kind !== 'hosted' || this.take(part))
  }

  private take({ half, id }: Hosted): boolean {
    if (id === undefined) return false
    if (half === 'call') {
      this.open.push(id)
      return true
    }
    const at = this.open.indexOf(id)
    if (at < 0) return false
    this.open.splice(at, 1)
    return true
  }
}
