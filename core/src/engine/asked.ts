import type { Api } from '../model/format.ts'
import type { Policy } from '../model/policy.ts'
import type { Rulebook } from '../model/rulebook.ts'

const stricter = new WeakMap<Rulebook, Rulebook>()

/** The demands of an API, and that no reasoning of another issuer is in the document, where a policy asks for that. */
export function asked<Given extends Api>(api: Given, { asks }: Policy): Given {
  const { rulebook } = api
  if (!asks.includes('reasoning-foreign') || rulebook.rows['reasoning-foreign'] !== undefined) return api
  const known = stricter.get(rulebook)
  if (known !== undefined) return { ...api, rulebook: known }
  const { reasoning } = rulebook.rows['reasoning-missing'] ?? {}
  const row = { severity: 'refused', evidence: 'reported', ...(reasoning && { reasoning }) } as const
  const made = { ...rulebook, rows: { ...rulebook.rows, 'reasoning-foreign': row } }
  stricter.set(rulebook, made)
  return { ...api, rulebook: made }
}
