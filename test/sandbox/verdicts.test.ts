import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { rows } from '../corpus/rows.ts'
import { damagedCase, soundCase } from '../generate/case.ts'
import { complaints } from '../oracle/index.ts'
import { ask } from './ask.ts'
import { wireOf } from './requests.ts'

const sandbox = await startSandbox()
afterAll(() => sandbox.close())

/** A library and an agent: nothing is sent to them. */
const isSent = ({ api }: { readonly api: string }): boolean => !/(?:ai-sdk|neovate)$/.test(api)

/** The sandbox's verdict, and that of a checker that shares nothing with it. */
async function verdicts(api: string, document: unknown): Promise<{ accepted: boolean; refusals: string[] }> {
  const wire = wireOf(api, document)
  const { status } = await ask(sandbox.url + wire.path, wire.body)
  return { accepted: status === 200, refusals: complaints(wire.document, { api, tail: 'closed' }) }
}

test.each([
  ['anthropic', 'messages: at least one message is required'],
  ['openai', "Invalid 'messages': empty array."],
  ['mistral', 'Conversation must have at least one message'],
  ['openai-responses', 'must be provided.'],
  ['gemini', 'contents is not specified'],
  ['bedrock', 'A conversation must start with a user message.'],
])('%s: a request that says nothing is refused', async (api, words) => {
  const { path, body } = wireOf(api, [])
  const { status, text } = await ask(sandbox.url + path, body)
  expect({ status, isTold: text.includes(words) }).toEqual({ status: 400, isTold: true })
})

describe('an independent checker agrees', () => {
  test.each(rows.filter(isSent))('on $id', async ({ api, document }) => {
    const { accepted, refusals } = await verdicts(api, document)
    expect(accepted, refusals.join('; ')).toBe(refusals.length === 0)
  })

  test.each([
    ['damaged', damagedCase, 400],
    ['sound', soundCase, 100],
  ] as const)('on %s conversations', async (_, cases, runs) => {
    const agrees = fc.asyncProperty(cases.filter(isSent), async ({ api, document }) => {
      const { accepted, refusals } = await verdicts(api, document)
      expect(accepted, refusals.join('; ')).toBe(refusals.length === 0)
    })
    await fc.assert(agrees, { numRuns: runs })
  })
})

/** Rows whose record is not the sentence that the API says today, word for word; each with its reason. */
const otherwise: Readonly<Record<string, string>> = {
  'anth-text-after-call-2025':
    'the sentence of 2025; the same request gets another one since, which is on record too',
  'anth-empty-user': 'the sentence of 2025; the same request gets another one since, which is on record too',
  'anth-thinking-field-required': 'two sentences are on record for the same block; this is the other one',
  'oai-interleaved-user': 'told by a write-up; the API says it of results that stand right after other calls',
  'oai-empty-tool-calls-after-dedup': 'the reporter’s summary: no API says this',
  'oai-truncated-arguments': 'half of it are the words of a gateway in front of the server',
  'ds-reasoning-missing-v32': 'the sentence of an older version; the same request gets another one since',
}

describe('the sentence on record', () => {
  const quoted = rows.filter((row) => isSent(row) && row.says !== undefined && row.expected.length > 0)
  // Places and lengths are those of the conversation that was reported, not of the row made of it.
  const masked = (text: string): string => text.replaceAll(/\d+/g, '#')
  /** What of a record are the API's words: clients put the status in front, reporters leave out marks and places. */
  const wordsOf = (says: string): readonly string[] =>
    masked(says)
      .replace(/^# (?:invalid_request_error: )?/, '')
      .split(/ ?\.\.\. ?|^messages: /)
  /** Whether a text has all these words, in this order. */
  const tells = (text: string, words: readonly string[]): boolean => {
    let at = 0
    return words.every((word) => {
      at = text.indexOf(word, at)
      return at >= 0
    })
  }

  test.each(quoted)('is the answer to $id', async ({ id, api, document, says = '' }) => {
    const { path, body } = wireOf(api, document)
    const { status, text } = await ask(sandbox.url + path, body)
    expect(status).toBe(api === 'llama-cpp' ? 500 : 400)
    const answers = [masked(text), masked(text).replaceAll('`', '')]
    const spellings = [JSON.stringify(says).slice(1, -1), says]
    const told = answers.some((answer) => spellings.some((each) => tells(answer, wordsOf(each))))
    expect(told, text).toBe(otherwise[id] === undefined)
  })

  test('every reason names a row', () => {
    expect(Object.keys(otherwise).filter((id) => !quoted.some((row) => row.id === id))).toEqual([])
  })
})
