export { type ExplainedError, type Explanation, explain } from './explain.ts'
export type { NextStep } from './pattern.ts'
export { explainRule } from './words.ts'
