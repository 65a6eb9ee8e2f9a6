export { applyBytes, type Spliced, spliceBytes, splicesOf } from './splice.ts'
export { applySplices, type Splice } from './splices.ts'
export { applyUndo, type Undo, type UndoSplice } from './undo.ts'
