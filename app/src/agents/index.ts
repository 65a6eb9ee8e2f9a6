export { type AgentPlan, type Environment, type Guidance, hasBedrock } from './guidance.ts'
export { planFor } from './plan.ts'
