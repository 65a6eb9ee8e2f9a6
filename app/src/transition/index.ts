export { type AgentConfig, type AgentTools, agentConfigs } from './agent-configs.ts'

export { cleanUp, filesOf } from './cleanup.ts'
export { denyOf, policyFor, type ToolPolicy, type ToolRules } from './policy.ts'
export { openPool, type Pool } from './pool.ts'
export { nameOf, ownUser, type TransitionTarget, targetsOf } from './targets.ts'
export type { SessionFile } from './tasks.ts'
export { createTransitions, type TransitionOptions, type Transitions } from './transitions.ts'
