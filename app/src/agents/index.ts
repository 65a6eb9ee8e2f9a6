export { type Environment, type Guidance, hasBedrock, type Plan } from './guidance.ts'
export { planFor } from './plan.ts'
