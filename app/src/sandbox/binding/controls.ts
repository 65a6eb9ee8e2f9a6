import { isObject, type JsonObject, objectIn } from '../json.ts'

/** The beta by which a request may say what becomes of thinking that no longer fits. */
const beta = 'thinking-binding-controls-2026-08-01'

/** What a request says about thinking that no longer fits. */
export interface Controls {
  /** Whether the header asks for the beta: then the answer tells what was dropped. */
  readonly isTold: boolean
  /** What the request chose; undefined where it did not choose. */
  readonly behavior: 'error' | 'drop_block' | undefined
}

/** Reads the field and the header; a sentence where the API does not take them. */
export function readControls(document: JsonObject, header: string | undefined): Controls | string {
  const isTold = (header ?? '').split(',').some((name) => name.trim() === beta)
  const thinking = objectIn(document, 'thinking')
  const { block_binding: binding, type } = thinking
  if (binding === undefined) return { isTold, behavior: undefined }
  const where = `thinking.${String(type)}.block_binding`
  if (!isTold || (type !== 'adaptive' && type !== 'enabled'))
    return `${where}: Extra inputs are not permitted`
  if (binding === null) return { isTold, behavior: undefined }
  if (!isObject(binding)) return `${where}: Input should be a valid dictionary`
  const { prefix_mismatch_behavior: behavior } = binding
  if (behavior === undefined || behavior === null) return { isTold, behavior: undefined }
  if (behavior === 'error' || behavior === 'drop_block') return { isTold, behavior }
  return `${where}.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'`
}
