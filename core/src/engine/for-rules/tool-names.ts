import type { RowOf } from '../../model/row.ts'
import { patternOf } from '../../model/rulebook.ts'
import { deriveId } from '../match/identity.ts'

/** Tells which names or ids a row forbids. */
export function illegalBy(
  row: Pick<RowOf<'illegal-tool-name'>, 'pattern' | 'maximum'>,
): (name: string | undefined) => boolean {
  const pattern = row.pattern === undefined ? undefined : patternOf(row.pattern)
  const maximum = row.maximum ?? Number.POSITIVE_INFINITY
  return (name) => name !== undefined && (name.length > maximum || pattern?.test(name) === false)
}

/** Letters, digits, `_` and `-`, with a letter or `_` first: a form that every API takes. */
export function legalName(name: string, { maximum = 64 }: RowOf<'illegal-tool-name'>): string {
  const ending = deriveId(`name ${name}`)
  const readable = name.replace(/[^a-zA-Z0-9_-]/g, '').slice(0, maximum - ending.length - 2)
  return `${/^[a-zA-Z_]/.test(readable) ? '' : '_'}${readable}_${ending}`
}
