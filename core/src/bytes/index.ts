export { applyBytes, type Spliced, spliceBytes, splicesOf } from './splice/splice.ts'
export { applySplices, type Splice } from './splice/splices.ts'
export { applyUndo, type Undo, type UndoSplice } from './splice/undo.ts'
