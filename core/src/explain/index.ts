export { type Explanation, explain } from './explain.ts'
