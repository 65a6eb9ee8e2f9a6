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

/** A library: nothing is sent to it. */
const isSent = ({ api }: { readonly api: string }): boolean => api !== 'ai-sdk'

/** The sandbox's verdict, and that of a checker that shares nothing with it. */
async function verdicts(api: string, document: unknown): Promise<{ accepted: boolean; refusals: string[] }> {
  const wire = wireOf(api, document)
  const { status } = await ask(sandbox.url + wire.path, wire.body)
  return { accepted: status === 200, refusals: complaints(wire.document, { api, tail: 'closed' }) }
}

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
  'anth-text-after-call-2025': 'the sentence of 2025',
  'anth-image-result-lost': 'told in words',
  'anth-orphan-after-compaction': 'told in words',
  'anth-split-results-kosong': 'names both calls; each has a finding of its own here',
  'anth-empty-user': 'the sentence of 2025',
  'anth-thinking-missing': 'the rulebook leaves out what was found instead',
  'anth-thinking-field-required': 'the rulebook has one sentence for a signature that is missing or wrong',
  'oai-interleaved-user': 'one of three sentences for it that are on record',
  'oai-unknown-id': 'one of three sentences for it that are on record',
  'oai-empty-tool-calls-after-dedup': 'told in words',
  'oai-truncated-arguments': 'told with gaps',
  'ds-reasoning-missing-v32': 'the sentence of an older version',
  'kimi-empty-text': 'the client put status and type in front',
  'resp-demo-tail': 'the client put the status in front',
  'resp-call-without-reasoning': 'which reasoning is missing, only the API knows',
  'resp-call-id-too-long': 'told without the position',
}

describe('the sentence on record', () => {
  const quoted = rows.filter((row) => isSent(row) && row.says !== undefined && row.expected.length > 0)
  // Places and lengths are those of the conversation that was reported, not of the row made of it.
  const masked = (text: string): string => text.replaceAll(/\d+/g, '#')

  test.each(quoted)('is the answer to $id', async ({ id, api, document, says }) => {
    const { path, body } = wireOf(api, document)
    const { status, text } = await ask(sandbox.url + path, body)
    expect(status).toBe(api === 'llama-cpp' ? 500 : 400)
    const told =
      masked(text).includes(masked(JSON.stringify(says).slice(1, -1))) || masked(text) === masked(says!)
    expect(told, text).toBe(otherwise[id] === undefined)
  })

  test('every reason names a row', () => {
    expect(Object.keys(otherwise).filter((id) => !quoted.some((row) => row.id === id))).toEqual([])
  })
})
