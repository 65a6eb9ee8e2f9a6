import { describe, expect, test } from 'vitest'
import { openRecords } from '../../app/src/stores/check/check.ts'
import { stores } from '../../app/src/stores/index.ts'
import { mendSession } from '../../app/src/stores/mend/mend.ts'
import * as claude from './claude-records.ts'
import * as codex from './codex-records.ts'
import { fileOf } from './conforms.ts'
import * as copilot from './copilot-records.ts'
import * as gemini from './gemini-records.ts'
import * as kimi from './kimi-records.ts'
import * as opencode from './opencode-records.ts'
import * as pi from './pi-records.ts'
import * as qwen from './qwen-records.ts'

const policy = { preset: 'keep', rows: { 'reasoning-foreign': 'drop' } } as const
const seal = 'c2VhbGVk'
const item = { type: 'response_item', timestamp: '2026-05-01T10:00:00.000Z' }
const hermes = { session: { id: 's', source: 'cli', model: 'gpt-5.6', end_reason: null } }
const chatCall = { id: 'call_1', type: 'function', function: { name: 'ls', arguments: '{}' } }

function sealed(record: copilot.Json): copilot.Json {
  const opaque = { reasoningOpaque: seal, encryptedContent: seal, reasoningText: 'hm' }
  return { ...record, data: { ...(record.data as copilot.Json), ...opaque } }
}

/** Sound sessions with reasoning that only its issuer can read: each seal, and each name of an item, goes. */
const rows: readonly (readonly [agent: string, records: readonly object[]])[] = [
  [
    'claude-code',
    [
      claude.user('u1', null, 'hello'),
      claude.piece('a1', 'u1', 'm1', { type: 'thinking', thinking: '', signature: seal }),
      claude.piece('a2', 'a1', 'm1', claude.call('call_1')),
      claude.result('r1', 'a2', 'call_1'),
      claude.user('u2', 'r1', 'said'),
    ],
  ],
  [
    'codex',
    [
      codex.meta({}),
      ...codex.user('hello'),
      { ...item, payload: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: seal } },
      {
        ...item,
        payload: { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'ls', arguments: '{}' },
      },
      codex.output('call_1'),
      ...codex.user('said'),
    ],
  ],
  [
    'opencode',
    [
      opencode.session(),
      opencode.user('hello'),
      opencode.answer([
        opencode.reasoning('', { openai: { itemId: 'rs_1', reasoningEncryptedContent: seal } }),
        { ...opencode.text('said'), metadata: { openai: { itemId: 'msg_1', phase: 'final' } } },
        { ...opencode.tool('call_1', 'completed'), metadata: { openai: { itemId: 'fc_1' } } },
      ]),
    ],
  ],
  [
    'hermes',
    [
      hermes,
      { role: 'user', content: 'hello' },
      {
        role: 'assistant',
        content: 'said',
        tool_calls: [chatCall],
        codex_reasoning_items: `[{"id":"rs_1","encrypted_content":"${seal}"}]`,
        codex_message_items: '[{"id":"msg_1"}]',
      },
      { role: 'tool', tool_call_id: 'call_1', tool_name: 'ls', content: 'x' },
    ],
  ],
  [
    'pi',
    [
      pi.header(),
      pi.user('u1', null, 'hello'),
      pi.answer('a1', 'u1', [
        { type: 'thinking', thinking: '', thinkingSignature: `{"id":"rs_1","encrypted_content":"${seal}"}` },
        { type: 'text', text: 'said', textSignature: 'msg_1' },
        { type: 'toolCall', id: 'call_1|fc_1', name: 'ls', arguments: {} },
      ]),
      pi.result('r1', 'a1', 'call_1|fc_1'),
      pi.user('u2', 'r1', 'and?'),
    ],
  ],
  [
    'qwen',
    [
      qwen.user('u1', null, 'hello'),
      qwen.model('m1', 'u1', [{ thought: true, text: '', thoughtSignature: seal }, { text: 'said' }]),
      qwen.user('u2', 'm1', 'call_1'),
    ],
  ],
  [
    'gemini',
    [
      gemini.metadata(),
      gemini.user('u1', 'hello'),
      { ...gemini.model('m1', ''), content: [{ text: 'said', thoughtSignature: seal }] },
      gemini.user('u2', 'call_1'),
    ],
  ],
  [
    'kimi',
    [
      kimi.metadata(),
      kimi.user('hello'),
      kimi.begin('s1'),
      kimi.event({
        type: 'content.part',
        uuid: 'p1',
        turnId: '1',
        step: 1,
        stepUuid: 's1',
        part: { type: 'think', think: '', encrypted: seal },
      }),
      kimi.said('s1', 'said'),
      kimi.call('s1', 'call_1'),
      kimi.result('call_1'),
      kimi.end('s1'),
    ],
  ],
  [
    'copilot',
    copilot.chained([
      copilot.start(),
      copilot.user('hello'),
      sealed(copilot.said('said', ['call_1'])),
      copilot.result('call_1'),
    ]),
  ],
]

describe.each(rows)('a session of %s with reasoning of another issuer', (agent, records) => {
  const store = stores.find(({ name }) => name === agent) ?? expect.unreachable()
  const bytes = fileOf(records, store)
  const mend = (file: Uint8Array) =>
    mendSession(openRecords(store, '/w/session.jsonl', file), { policy, mendsCoped: true })

  test('is left alone unless somebody asks', () => {
    expect(mendSession(openRecords(store, '/w/session.jsonl', bytes), { mendsCoped: true }).bytes).toBe(bytes)
  })

  test('loses that reasoning, and keeps words, calls and results', () => {
    const { bytes: made, isSound } = mend(bytes)
    const text = Buffer.from(made).toString()
    expect(isSound).toBe(true)
    expect(text).not.toMatch(new RegExp(`${seal}|rs_1|fc_1|"msg_1"`))
    for (const kept of ['hello', 'said', 'call_1']) expect(text).toContain(kept)
    const count = (file: string): number => file.split('call_1').length
    expect(count(text)).toBe(count(bytes.toString()))
    expect(mend(made).bytes).toBe(made)
  })
})
