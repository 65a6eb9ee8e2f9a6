export { guardFetch } from './fetch.ts'
export { guard } from './guard.ts'
export type { About, GuardOptions } from './options.ts'
export { type GuardEvent, watchGuards } from './tell.ts'
