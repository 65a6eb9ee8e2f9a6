import { boundRule } from '../engine/binding/unbind.ts'
import type { Api } from '../model/format.ts'
import { applies } from '../model/rulebook.ts'

/** Whether an API binds the reasoning of a document's model to all that stands before it. */
export function binds({ format, rulebook }: Api, document: unknown): boolean {
  const row = rulebook.rows[boundRule]
  return row !== undefined && applies(row, format.factsOf(document))
}
