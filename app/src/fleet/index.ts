export { type FleetDatabase, FleetError, openDatabase, type Query } from './database.ts'
export { type FleetGateway, type FleetGatewayOptions, followFleet } from './gateway.ts'
export { askRun, askTransition, type RunRequest } from './jobs/ask.ts'
export type { Errand } from './jobs/errand.ts'
export { forgetRuns, forgettableRuns, sweepForgotten } from './jobs/forget.ts'
export { cancelRun, retryRun, undoRun } from './jobs/manage.ts'
export { type Amounts, listRuns, type RunRow, runByNode, runOf, toldIn } from './jobs/overview.ts'
export { machineConfig, machineMembers } from './merge.ts'
export { migrate } from './migrate.ts'
export { FleetNode } from './node.ts'
export type { FleetLog, NodeOptions } from './node-options.ts'
export { listNodes, type NodeRow } from './nodes.ts'
export {
  listRevisions,
  newestRevision,
  type Revision,
  revisionAt,
  writeRevision,
} from './revisions.ts'
