export { applyBytes, spliceBytes, splicesOf } from './splice/splice.ts'
export { applySplices } from './splice/splices.ts'
export { applyUndo, type Undo } from './splice/undo.ts'
