import { modeFor, withField } from '../binding/field.ts'
import { bindingRefusalIn } from '../binding/refusal.ts'
import { repair } from '../index.ts'
import { isObject } from '../model/json.ts'
import type { Repaired, Rulebook } from '../types.ts'
import type { AddressFacts } from './address.ts'
import type { Guarding } from './binding/state.ts'
import { apiFor, unlessStrange, wishesFor, wishesOf } from './choose.ts'
import { isRefusal, stricterThan } from './stricter.ts'
import { tell } from './tell.ts'

/** Mends a document in memory and tells what was mended; a sound one comes back as it is. */
export function mend<Document>(document: Document, address: AddressFacts, options: Guarding): Document {
  const chosen = apiFor(document, address, options)
  if (chosen === undefined) return document
  const mended = unlessStrange(() => repaired(document, chosen.rulebook, address, options))
  if (mended === undefined) return document
  const { report, api, asksToDrop } = mended
  tell(options, report, { api, isRetry: false, ...(asksToDrop ? { binding: 'drop_block' } : {}) })
  return mended.document
}

interface MendedRequest<Document> extends Repaired<Document> {
  /** The API is asked to drop thinking that does not fit. */
  readonly asksToDrop: boolean
}

/** Repairs a document; asks the API to drop bound thinking where it can be asked, and takes it out elsewhere. */
function repaired<Document>(
  document: Document,
  api: Rulebook,
  address: AddressFacts,
  options: Guarding,
): MendedRequest<Document> {
  const first = repair(document, { api, ...wishesFor(options, address) })
  if (first.isRemembered !== true || modeFor(document, address, options) !== 'drop')
    return { ...first, asksToDrop: false }
  // A repair may have turned thinking off, and then the field is refused.
  if (isObject(first.document) && modeFor(first.document, address, options) === 'drop')
    return { ...first, document: withField(first.document) as Document, asksToDrop: true }
  const removing: Guarding = { ...options, binding: 'remove' }
  return { ...repair(document, { api, ...wishesFor(removing, address) }), asksToDrop: false }
}

/** Sends a mended document; where that was asked for, once more if it is refused in words that are known. */
export async function send<Document, Answer>(
  document: Document,
  address: AddressFacts,
  options: Guarding,
  call: (document: Document) => Promise<Answer>,
): Promise<Answer> {
  if (options.retry !== true && options.state === undefined) return call(document)
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
  address: AddressFacts,
  options: Guarding,
): Document | undefined {
  if (!(error instanceof Error) || !isRefusal(statusOf(error))) return undefined
  const unbound = unbind(document, error.message, address, options)
  if (unbound !== undefined || options.retry !== true) return unbound
  for (const { api, policy } of stricterThan(error.message, address.format, options)) {
    const wishes = { ...wishesOf(options), api, policy }
    const again = unlessStrange((): Repaired<Document> => repair(document, wishes))
    if (again === undefined || again.document === document) continue
    tell(options, again.report, { api: again.api, isRetry: true })
    return again.document
  }
  return undefined
}

/** The same without the thinking that the API calls bound to another past; undefined where that is not why it was refused. */
function unbind<Document>(
  document: Document,
  text: string,
  address: AddressFacts,
  options: Guarding,
): Document | undefined {
  const refusal = options.retry === false ? undefined : bindingRefusalIn(text)
  const chosen = apiFor(document, address, options)
  if (refusal?.kind !== 'block' || options.state === undefined || chosen === undefined) return undefined
  const memory = options.state.memory.afterRefusal(refusal.at)
  const wishes = { ...wishesOf(options), api: chosen.rulebook, memory }
  const again = unlessStrange((): Repaired<Document> => repair(document, wishes))
  if (again === undefined || again.document === document) return undefined
  tell(options, again.report, { api: again.api, isRetry: true })
  return again.document
}

/** The status that an error came with; AWS keeps it beside the error. */
function statusOf(error: Error): unknown {
  if ('status' in error) return error.status
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const isTold = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isTold ? metadata.httpStatusCode : undefined
}
