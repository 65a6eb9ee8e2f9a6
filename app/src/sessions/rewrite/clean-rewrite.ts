import { type Cleaned, cleanSession, isCleanNow } from '../../stores/clean/clean.ts'
import type { CleanOptions } from '../../stores/clean/cleaning.ts'
import type { Rewrite } from './rewrite.ts'

/** The rewrite that removes the calls and results of denied tools, and does no more. */
export function cleanRewrite(
  order: Pick<Rewrite, 'command' | 'allow'>,
  options: CleanOptions,
): Rewrite<Cleaned> {
  return {
    ...order,
    keepsTorn: true,
    make: (opened) => cleanSession(opened, options),
    isDue: ({ isClean, census: { calls, results }, unwritten }) =>
      isClean && calls + results + unwritten.calls + unwritten.summaries > 0,
    // Bytes that read back as they were made were judged when they were made.
    isFine: (bytes, cleaned) =>
      Buffer.compare(bytes, cleaned.bytes) === 0 || isCleanNow(bytes, cleaned, options),
  }
}
