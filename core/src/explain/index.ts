export { type Explanation, explain } from './explain.ts'
export { explainRule, type Words } from './words.ts'
