import type { Finding } from '@mortise/core'

/** Something that was done about a request with faults. */
export interface RepairEvent {
  readonly request: string
  readonly time: string
  readonly action: string
  readonly route: string
  readonly format: string
  readonly client: string
  readonly upstream: string
  readonly findings: readonly Pick<Finding, 'rule' | 'at' | 'calls'>[]
  /** The beginning of the request as it came and as it went on, only if the gateway was told to show bodies. */
  readonly bodies?: { readonly before: string; readonly after: string }
}

/** Tells repairs to everyone who listens. */
export class RepairEvents {
  private readonly listeners = new Set<(event: RepairEvent) => void>()

  /** Returns a function that ends it. */
  listen(told: (event: RepairEvent) => void): () => void {
    this.listeners.add(told)
    return () => void this.listeners.delete(told)
  }

  get isHeard(): boolean {
    return this.listeners.size > 0
  }

  tell(event: RepairEvent): void {
    for (const told of this.listeners) {
      try {
        told(event)
      } catch {
        // A listener that throws does not fail the request.
      }
    }
  }
}
