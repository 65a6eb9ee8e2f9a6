import { type AnyJsonObject, isObject } from '../json.ts'
import type { BoundForm } from './form.ts'

/** The beta by which a request may say what becomes of thinking that no longer fits. */
const beta = 'thinking-binding-controls-2026-08-01'

/** The wishes of a request about thinking that no longer fits. */
export interface Controls {
  /** Whether the request asks for the beta: then the answer tells what was dropped. */
  readonly isTold: boolean
  /** The choice of the request; undefined where it made none. */
  readonly behavior: 'error' | 'drop_block' | undefined
}

/** Reads the field and the beta; a sentence where the API does not take them. */
export function readControls(
  form: BoundForm,
  document: AnyJsonObject,
  header: (name: string) => string | undefined,
): Controls | string {
  const isTold = form.betasOf(document, header).includes(beta)
  const { block_binding: binding, type } = form.thinkingIn(document)
  if (binding === undefined) return { isTold, behavior: undefined }
  const where = `thinking.${String(type)}.block_binding`
  if (!isTold || (type !== 'adaptive' && type !== 'enabled'))
    return `${where}: Extra inputs are not permitted`
  if (binding === null) return { isTold, behavior: undefined }
  if (!isObject(binding)) return `${where}: Input should be a valid dictionary`
  const name = form.choosing.find((each) => binding[each] !== undefined && binding[each] !== null)
  if (name === undefined) return { isTold, behavior: undefined }
  const behavior = binding[name]
  if (behavior === 'error' || behavior === 'drop_block') return { isTold, behavior }
  return `${where}.${name}: Input should be 'error' or 'drop_block'`
}
