import { describe, expect, test } from 'vitest'
import { checkRecords, openRecords } from '../../app/src/stores/check/check.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import { opencode } from '../../app/src/stores/opencode/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { conforms, fileOf } from './conforms.ts'
import { answer, type Json, reply, row, session, tool, use, user } from './opencode-records.ts'
import { firstSamples, path, secondSamples } from './opencode-samples.ts'

conforms(opencode, [...firstSamples, ...secondSamples])

const opened = (records: readonly Json[]) => checkRecords(opencode, path, fileOf(records)).session

describe('what a session says of itself', () => {
  test('its title, folder and version', () => {
    expect(opened([session(), user('list the files')])).toMatchObject({
      id: 'ses_1',
      title: 'Files',
      folder: '/w/app',
      version: '1.18.33',
      resume: 'opencode -s ses_1',
    })
  })

  test('a subagent is not resumed by hand', () => {
    expect(opened([session({ parent_id: 'ses_0' }), user('x')]).resume).toBeUndefined()
  })

  test.each([
    ['anthropic', 'anthropic'],
    ['openai', 'openai-responses'],
    ['google', 'gemini'],
    ['amazon-bedrock', 'bedrock'],
    ['lab', 'openai'],
  ])('provider %s: judged as %s', (providerID, api) => {
    expect(opened([session(), user('x'), answer([], { providerID })]).api).toBe(api)
    expect(opened([session(), reply([], { model: { id: 'm', providerID } })]).api).toBe(api)
  })
})

describe('a call that was left open', () => {
  /** The parts of the last message of a session that was mended. */
  function mendedParts(records: readonly Json[]): readonly Json[] {
    const { bytes } = mendSession(openRecords(opencode, path, fileOf(records)), { sender: 'other' })
    const value = readRecords(bytes, opencode).entries.at(-1)?.value as Json
    return (value.parts ?? (value.data as Json).content) as readonly Json[]
  }

  const started = '[interrupted; the tool may have done part of its work: check before repeating]'

  test('is advice, because opencode answers it itself', () => {
    const { found } = checkRecords(
      opencode,
      path,
      fileOf([session(), user('x'), answer([tool('c1', 'running')])]),
    )
    expect(found).toMatchObject([
      { rule: 'call-without-result', severity: 'advice', copes: { does: 'heals' } },
    ])
  })

  test('version 1: its own part says that it failed, in the form that opencode reads', () => {
    const [, running, pending] = mendedParts([
      session(),
      user('x'),
      answer([tool('c1', 'running'), tool('c2', 'pending')]),
    ])
    expect(running?.state).toEqual({
      status: 'error',
      input: { command: 'ls' },
      error: started,
      metadata: { output: 'a' },
      title: 'ls',
      time: { start: 7, end: 7 },
    })
    expect(pending?.state).toEqual({
      status: 'error',
      input: {},
      error: '[interrupted before the tool ran]',
      time: { start: 0, end: 0 },
    })
  })

  test('version 2: the same in its own row, and words of arguments that were cut stay', () => {
    const [running, streaming] = mendedParts([
      session(),
      row('user', { text: 'x' }),
      reply([use('c1', 'running'), use('c2', 'streaming')]),
    ])
    const error = { type: 'unknown', message: started }
    expect(running?.state).toEqual({ status: 'error', input: { command: 'ls' }, metadata: {}, error })
    const message = '[interrupted before the tool ran]'
    const cut = { status: 'error', input: { unparsed: '{"comm' }, error: { type: 'unknown', message } }
    expect(streaming?.state).toEqual(cut)
  })
})
