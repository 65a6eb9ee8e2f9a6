export type { RepairEvent } from './events.ts'
export { type Gateway, type GatewayParts, listenFor, openGateway } from './gateway.ts'
export { openLog, silentLog } from './log.ts'
export { type RunningGateway, startGateway } from './start.ts'
