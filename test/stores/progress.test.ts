import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { stores } from '../../app/src/stores/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import * as claude from './claude-records.ts'
import * as codex from './codex-records.ts'
import { fileOf } from './conforms.ts'
import * as copilot from './copilot-records.ts'
import * as gemini from './gemini-records.ts'
import * as opencode from './opencode-records.ts'

const unknown = '[no result was recorded; the tool may or may not have run: check before repeating]'
const waiting =
  '[no result was recorded; the call still waited for an approval when the conversation went on]'
const started = '[interrupted; the tool may have done part of its work: check before repeating]'
const notStarted = '[interrupted before the tool ran]'

const asked = copilot.event('permission.requested', { permissionRequest: { toolCallId: 'call_1' } })
const allowed = (kind: string): copilot.Json =>
  copilot.event('permission.completed', { toolCallId: 'call_1', result: { kind } })

function ofCopilot(...events: readonly copilot.Json[]): readonly object[] {
  const talk = [copilot.start(), copilot.user('list the files'), copilot.said('I look', ['call_1'])]
  return copilot.chained([...talk, ...events, copilot.user('and now?')])
}

function ofOpencode(status: string, rest: opencode.Json = {}): readonly object[] {
  const call = opencode.tool('call_1', status, rest)
  return [opencode.session(), opencode.user('hello'), opencode.answer([call]), opencode.user('and now?')]
}

function ofGemini(status: string): readonly object[] {
  const call = { ...gemini.open('c1'), status }
  return [gemini.metadata(), gemini.user('u1', 'x'), gemini.model('m1', 'y', [call]), gemini.user('u2', 'z')]
}

function ofCodex(event: string): readonly object[] {
  const payload = { type: event, call_id: 'call_1' }
  const told = { timestamp: '2026-05-01T10:00:00.000Z', type: 'event_msg', payload }
  return [codex.meta({}), ...codex.user('x'), codex.call('call_1'), told, ...codex.user('y')]
}

function ofClaude(type: string): readonly object[] {
  const progress = { ...claude.progress('p1', 'a1', 'toolu_1'), data: { type, output: 'a' } }
  const call = claude.piece('a1', 'u1', 'm1', claude.call('toolu_1'))
  return [claude.user('u1', null, 'x'), call, progress, claude.user('u2', 'p1', 'y')]
}

const rows: readonly (readonly [agent: string, name: string, records: readonly object[], text: string])[] = [
  ['copilot', 'no event', ofCopilot(), unknown],
  ['copilot', 'an approval is open', ofCopilot(asked), waiting],
  ['copilot', 'it was denied', ofCopilot(asked, allowed('denied-by-rules')), notStarted],
  ['copilot', 'it was approved, and nothing more', ofCopilot(asked, allowed('approved')), unknown],
  ['copilot', 'it started', ofCopilot(asked, allowed('approved'), copilot.began('call_1')), started],
  ['opencode', 'its arguments were cut', ofOpencode('pending'), notStarted],
  ['opencode', 'its arguments are whole', ofOpencode('pending', { raw: '{"command":"ls"}' }), unknown],
  ['opencode', 'it put something out', ofOpencode('running'), started],
  ['opencode', 'it runs', ofOpencode('running', { metadata: {} }), unknown],
  ['gemini', 'it is executing', ofGemini('executing'), started],
  ['gemini', 'it waits', ofGemini('awaiting_approval'), waiting],
  ['gemini', 'it is scheduled', ofGemini('scheduled'), notStarted],
  ['gemini', 'a state that is not known', ofGemini('dreaming'), unknown],
  ['codex', 'its exit was seen', ofCodex('exec_command_end'), started],
  ['codex', 'an approval is open', ofCodex('exec_approval_request'), waiting],
  ['codex', 'another event', ofCodex('token_count'), unknown],
  ['claude-code', 'it told of its progress', ofClaude('bash_progress'), started],
  ['claude-code', 'a hook ran', ofClaude('hook_progress'), unknown],
]

describe.each(rows)('the made result of %s: %s', (agent, _, records, text) => {
  const store = stores.find(({ name }) => name === agent) ?? expect.unreachable()
  const mend = (file: Uint8Array) =>
    mendSession(openRecords(store, '/w/session.jsonl', file), { mendsCoped: true })

  test('says how far its tool came, and a second run changes nothing', () => {
    const { bytes, isSound } = mend(fileOf(records, store))
    const made = Buffer.from(bytes).toString()
    const said = [unknown, waiting, started, notStarted].filter((each) => made.includes(each))
    expect([isSound, said]).toEqual([true, [text]])
    expect(mend(bytes).bytes).toBe(bytes)
  })
})
