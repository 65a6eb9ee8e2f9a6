/** Decides which signed reasoning goes, where an API binds it to everything that stands before it. */
export interface Binding {
  /** The document that the reasoning was made in, where that is not the one to be mended. */
  readonly given?: unknown
  /**
   * Whether a block goes, for a door that remembers its conversations; without it, every loosened block goes.
   *
   * `isLoosened`: what stands before the block has changed since `given`. A block that was made later, for the
   * conversation as it is repaired now, may stay all the same; one that an earlier repair took out goes again.
   * Removing a block from between others loosens those after it: whoever decides sees to that.
   */
  readonly goes?: (block: unknown, isLoosened: boolean) => boolean
  /** How tools may be taken from the model among the turns; absent where only the body may say so. */
  readonly withdrawals?: Withdrawals | undefined
}

/** The places among the turns where tools are taken from the model, for a door that remembers its conversations. */
export interface Withdrawals {
  /** By the name of a tool, how many turns of the document stand before the turn that takes it away. */
  readonly places: ReadonlyMap<string, number>
  /** Whether a tool that has no place yet may be taken away after the last turn. */
  readonly mayAdd: (tool: string) => boolean
}
