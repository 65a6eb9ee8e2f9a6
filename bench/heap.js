// @ts-check
import { repair } from '../core/dist/index.js'
import { conversation } from './conversation.js'
import { collectGarbage, must } from './harness.js'

export const title = 'Memory kept after 1,000 repairs of a sound conversation of 10,000 messages'

/** @type {readonly [api: string, kind: import('./conversation.js').Kind][]} */
const cases = [
  ['openai', 'openai'],
  ['deepseek', 'openai'],
  ['mistral', 'mistral'],
  ['anthropic', 'anthropic'],
]

/** @param {import('./harness.js').Settings} settings */
export async function measure({ isQuick }) {
  return cases.map(([api, kind]) => {
    const { document } = conversation(kind, 1e4)
    repair(document, { api })
    const before = held()
    for (let call = 0; call < (isQuick ? 100 : 1000); call++) {
      must(repair(document, { api }).document === document, `${api} changes a sound conversation`)
    }
    return { what: api, values: [(held() - before) / 2 ** 20], bar: 'heap kept' }
  })
}

/** Bytes in use after everything that can go has gone. */
function held() {
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
