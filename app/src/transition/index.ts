export type { TransitionLog } from './cleaner.ts'
export type { Policy, ToolRules } from './policy.ts'
export { openPool, type Pool } from './pool.ts'
export { createTransitions, type Rest, type TransitionOptions, type Transitions } from './transitions.ts'
