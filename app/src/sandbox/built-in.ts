import type { Scenarios, ScriptedPart } from './scenario.ts'

const call: ScriptedPart = { call: {} }
const thought: ScriptedPart = { thinking: 'The user wants something done. A tool can do it.' }
const words: ScriptedPart = { text: 'I will look that up.' }

/** Scenarios that are always there. Calls are of the tools that the request declares. */
export const builtIn: Scenarios = {
  call: [{ say: [words, call] }, {}],
  parallel: [{ say: [call, call, call] }, {}],
  interleaved: [{ say: [call, call, call], interleave: true }, {}],
  thinking: [{ say: [thought, words, call] }, { say: [thought, { text: 'It is done.' }] }],
  'old-account': [
    { say: [thought, words, call], account: 'old' },
    { say: [thought, { text: 'It is done.' }], account: 'old' },
  ],
  slow: [{ delay: 500, pause: 50 }],
  'cut-off': [{ say: [words, call], cut: 4 }],
  'out-of-room': [{ say: [words], stop: 'length' }],
  'error-midway': [{ say: [words, call], fail: { after: 4 } }],
  error: [{ fail: {} }],
}
