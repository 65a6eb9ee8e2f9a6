import { repair } from '../index.ts'
import type { Repaired } from '../types.ts'
import type { Address } from './address.ts'
import { apiFor, unlessStrange, wishesOf } from './choose.ts'
import { type GuardOptions, tell } from './options.ts'
import { isRefusal, stricterThan } from './stricter.ts'

/** Mends a document in memory and tells what was mended; a sound one comes back as it is. */
export function mend<Document>(document: Document, address: Address, options: GuardOptions): Document {
  const chosen = apiFor(document, address, options)
  if (chosen === undefined) return document
  const wishes = { api: chosen.rulebook, ...wishesOf(options) }
  const repaired = unlessStrange(() => repair(document, wishes))
  if (repaired === undefined) return document
  const { document: mended, report, api } = repaired
  tell(options, report, { api, isRetry: false })
  return mended
}

/** Sends a mended document; where that was asked for, once more if it is refused in words that are known. */
export async function send<Document, Answer>(
  document: Document,
  address: Address,
  options: GuardOptions,
  call: (document: Document) => Promise<Answer>,
): Promise<Answer> {
  if (options.retry !== true) return call(document)
  try {
    return await call(document)
  } catch (error) {
    const again = mendAgain(document, error, address, options)
    if (again === undefined) throw error
    return call(again)
  }
}

function mendAgain<Document>(
  document: Document,
  error: unknown,
  { format }: Address,
  options: GuardOptions,
): Document | undefined {
  if (!(error instanceof Error) || !isRefusal(statusOf(error))) return undefined
  for (const { api, policy } of stricterThan(error.message, format, options)) {
    const wishes = { ...wishesOf(options), api, policy }
    const again = unlessStrange((): Repaired<Document> => repair(document, wishes))
    if (again === undefined || again.document === document) continue
    tell(options, again.report, { api: again.api, isRetry: true })
    return again.document
  }
  return undefined
}

/** The status that an error came with; AWS keeps it beside the error. */
function statusOf(error: Error): unknown {
  if ('status' in error) return error.status
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const isTold = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isTold ? metadata.httpStatusCode : undefined
}
