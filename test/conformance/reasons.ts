import { readdirSync, readFileSync } from 'node:fs'

/** Why a rule has no fixture in a format: it cannot be broken there. */
export interface Reason {
  readonly format: string
  readonly rule: string
  readonly reason: string
}

const folder = new URL('reasons/', import.meta.url)

/** Every rule that a format has no fixture for, with the reason: one file a format. */
export const reasons: readonly Reason[] = readdirSync(folder).flatMap((name) => {
  const table = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string>
  const format = name.replace('.json', '')
  return Object.entries(table).map(([rule, reason]) => ({ format, rule, reason }))
})
