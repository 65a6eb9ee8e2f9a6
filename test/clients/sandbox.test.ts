import { guard } from '@mortise/core/guard'
import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { anthropic } from './ears/anthropic.ts'
import { bedrock } from './ears/bedrock.ts'
import type { Ear, Heard, Wrap } from './ears/ear.ts'
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

const bare: Wrap = (client) => client
const guarded: Wrap = (client) => guard(client, { retry: true, onRepair: () => expect.unreachable() })

/** A real client hears what the sandbox says, and understands where it breaks; with a guard as without. */
describe.each(ears)('$name', ({ hear, hasThoughts }) => {
  describe.each([
    ['plain', false, bare],
    ['streaming', true, bare],
    ['guarded, plain', false, guarded],
    ['guarded, streaming', true, guarded],
  ] as const)('%s', (_, isStreaming, wrap) => {
    test.each(scenarios)('%s', async (scenario, said) => {
      const expected = hasThoughts ? said : said.filter((each) => each !== thought)
      expect(await hear(sandbox.url, scenario, isStreaming, wrap)).toEqual(expected)
    })

    test.each(['cut-off', 'error-midway', 'error'])('%s is an error of the client', async (scenario) => {
      // Not every client throws an `Error`.
      const message = expect.stringMatching(/\S/)
      await expect(hear(sandbox.url, scenario, isStreaming, wrap)).rejects.toMatchObject({ message })
    })
  })
})
