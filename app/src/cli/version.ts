import { readShipped } from '../shipped/shipped.ts'

/** The version of this program, as its package says. */
export function version(): string {
  return (JSON.parse(readShipped('package.json').toString()) as { readonly version: string }).version
}
