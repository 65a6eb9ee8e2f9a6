import type { Demands } from '../../model/format.ts'
import { patternOf } from '../../model/rulebook.ts'

/** Looks at the names of tools; there are few, and they come again and again. */
export interface NameCheck {
  isLegal(name: unknown): boolean
}

const mostKept = 1000

/** What tells legal names of tools from others; undefined where the API does not mind. */
export function nameCheck({ rows }: Demands): NameCheck | undefined {
  const form = rows['illegal-tool-name']
  if (form === undefined && rows['tool-name-missing'] === undefined) return undefined
  const pattern = form?.pattern === undefined ? undefined : patternOf(form.pattern)
  const longest = form?.maximum ?? Number.POSITIVE_INFINITY
  const legal = new Set<unknown>()
  return {
    isLegal(name) {
      if (legal.has(name)) return true
      if (typeof name !== 'string' || name === '' || name.length > longest) return false
      if (pattern !== undefined && !pattern.test(name)) return false
      if (legal.size >= mostKept) legal.clear()
      legal.add(name)
      return true
    },
  }
}
