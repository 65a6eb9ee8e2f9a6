/** A change of one source: the first text becomes the second. */
export interface Change {
  readonly file: string
  readonly from: string
  readonly to: string
}

/** A law, a way to break it, and the tests that must then fail with its name. */
export interface Break {
  /** The words by which the law is told in the output of a failed test. */
  readonly law: string
  readonly changes: readonly Change[]
  readonly tests: string
  /** The names of the tests to run; all if it is left out. */
  readonly named?: string
}

/** A change of a file. */
export function change(file: string, from: string, to: string): Change {
  return { file, from, to }
}
