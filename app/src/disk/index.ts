export type { Machine, Packing } from './around.ts'

export { fingerprint } from './bytes.ts'
export { forkFile } from './create.ts'
export { concludeUnfinished, type Disk, openDisk } from './disk.ts'
export { DiskError, type DiskOutcome, outcomeOf, valueIn } from './failure.ts'
export { type Files, nodeFiles, type Sight } from './files.ts'
export { openLineFile } from './line-file.ts'
export {
  type Liveness,
  type LivenessOptions,
  liveFailure,
  livenessOf,
  type ProcessSnapshot,
  snapshotOf,
} from './liveness.ts'
export { type Held, type Holder, type LockProtocol, noLock } from './lock.ts'
export { lockFile } from './lock-file.ts'
export { lockFolder } from './lock-folder.ts'
export { type LoggedOperation, type OperationLog, readLog } from './log.ts'
export { writeNewFile } from './new-file.ts'
export { readNote, writeNote } from './notes.ts'

export { type PlannedReversal, planReversal } from './planned-reversal.ts'
export { nodeProcesses, type ProcessDetails, type Processes } from './processes.ts'
export { type PruneLimits, prune } from './prune.ts'
export { type FileReading, type OpenBytes, readTarget, withOpenFile } from './reading.ts'
export { type Replaced, type Replacement, type ReplaceRequest, replaceFile, rewriteFile } from './replace.ts'
export { replaceFiles } from './replace-many.ts'
export { type LeftFile, type RunReversal, type RunReversed, reverseRun } from './runs.ts'
export { loadScanIndex, type ScanIndex, type Scanned } from './scan-index.ts'
export { type Cell, type Database, type SqlRow, textIn } from './sqlite/driver.ts'
export { columnsOf, insertRow, quoted, updateRow } from './sqlite/image.ts'
export { rowPathIn, rowPathOf } from './sqlite/row-path.ts'
export { rowReadOnlyOf, rowTargetsIn } from './sqlite/shelf.ts'
export type {
  CellImage,
  Cells,
  DatabaseStanding,
  FollowedChange,
  KeptSession,
  RowImage,
  RowLayout,
  RowRecords,
  Tables,
} from './sqlite/tables.ts'
export { stateFolder, stateFolderOf } from './state-folder.ts'
export { systemLock } from './system-lock.ts'
export { type Allowed, pathIn, resolveTarget, type Target, targetIn } from './target.ts'
export { type Act, type Reversal, type Reversed, redo, restore, undo } from './undo.ts'
export { isBusy, type Patience, whileBusy } from './while-busy.ts'
