import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { anthropic } from './ears/anthropic.ts'
import { bedrock } from './ears/bedrock.ts'
import type { Ear, Heard } from './ears/ear.ts'
import { google } from './ears/google.ts'
import { mistral } from './ears/mistral.ts'
import { chat, responses } from './ears/openai.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

const ears: readonly Ear[] = [anthropic, chat, responses, google, bedrock, mistral]
const call: Heard = { call: 'look', input: { city: 'example' } }
const words: Heard = { text: 'I will look that up.' }
const thought: Heard = { thinking: 'The user wants something done. A tool can do it.' }

const scenarios: readonly (readonly [scenario: string, said: readonly Heard[]])[] = [
  ['call', [words, call]],
  ['parallel', [call, call, call]],
  ['interleaved', [call, call, call]],
  ['thinking', [thought, words, call]],
  ['slow', [expect.objectContaining({ text: expect.stringMatching(/accepted\.$/) })]],
  ['out-of-room', [words]],
]

/** A real client hears what the sandbox says, and understands where it breaks. */
describe.each(ears)('$name', ({ hear, hasThoughts }) => {
  describe.each([
    ['plain', false],
    ['streaming', true],
  ])('%s', (_, isStreaming) => {
    test.each(scenarios)('%s', async (scenario, said) => {
      const expected = hasThoughts ? said : said.filter((each) => each !== thought)
      expect(await hear(sandbox.url, scenario, isStreaming)).toEqual(expected)
    })

    test.each(['cut-off', 'error-midway', 'error'])('%s is an error of the client', async (scenario) => {
      // Not every client throws an `Error`.
      const message = expect.stringMatching(/\S/)
      await expect(hear(sandbox.url, scenario, isStreaming)).rejects.toMatchObject({ message })
    })
  })
})
