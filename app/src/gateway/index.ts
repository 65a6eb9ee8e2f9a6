export type { Conversion } from './conversion.ts'
export { createGateway, type Gateway, type GatewayParts, listenFor, openGateway } from './gateway.ts'
export { openLog, silentLog } from './log.ts'
export { type RunningGateway, startGateway } from './start.ts'
