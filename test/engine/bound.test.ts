import {
  apply,
  type CompactOptions,
  compact,
  denying,
  type Edit,
  follow,
  invert,
  type PolicyChoice,
  plan,
  type Rulebook,
  repair,
  repairBytes,
  rulebooks,
  type Stage,
  scan,
} from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { removedReasoning } from '../../core/src/engine/binding/loosened.ts'
import { repairTask } from '../../core/src/engine/repair.ts'
import { policies } from '../../core/src/model/policy.ts'
import { apiOf, taskOf } from '../laws/task.ts'

type Block = Readonly<Record<string, unknown>>
type Message = { readonly role: string; readonly content: string | readonly Block[] }

const think = (name: string): Block => ({ type: 'thinking', thinking: '', signature: name })
const call = (id: string): Block => ({ type: 'tool_use', id, name: 'read', input: {} })
const answer = (id: string): Block => ({ type: 'tool_result', tool_use_id: id, content: `of ${id}` })
const say = (text: string): Block => ({ type: 'text', text })
const user = (...content: readonly Block[]): Message => ({ role: 'user', content })
const model = (...content: readonly Block[]): Message => ({ role: 'assistant', content })

const asked: Message = { role: 'user', content: 'go' }
const first = [asked, model(think('1'), call('a')), user(answer('a'))]
const broken = [model(think('2'), call('b')), { role: 'user', content: 'and now?' }]
const later = [model(think('3'), say('so')), asked, model(think('4')), { role: 'user', content: 'go on' }]

const tools = [{ name: 'read', input_schema: { type: 'object' } }]
const bound = 'claude-opus-5-5'

function body(messages: readonly Message[], more: object = {}): Record<string, unknown> {
  return { model: bound, max_tokens: 9, system: 'be brief', tools, messages, ...more }
}

/** The signatures that are left, in order. */
function signaturesIn(document: unknown): readonly string[] {
  return [...JSON.stringify(document).matchAll(/"signature":"(\w+)"/g)].map(([, name]) => name ?? '')
}

function mended(
  document: Readonly<Record<string, unknown>>,
  policy: PolicyChoice = 'keep',
  api = 'anthropic',
) {
  const { document: after, report } = repair(document, { api, policy })
  expect(report.left.filter(({ severity }) => severity === 'refused')).toEqual([])
  expect(repair(after, { api, policy }).document, 'idempotent').toBe(after)
  const undone = apply(after, invert(report.plan))
  expect(undone.ok && undone.value, 'reversible').toEqual(document)
  return { after, signatures: signaturesIn(after), edits: report.plan.edits }
}

function whysOf(edits: readonly Edit[]): readonly string[] {
  return edits.map(({ at, why }) => `${at.join('.')} ${why}`)
}

describe('a repair that changes the past', () => {
  test('removes every later block whole, and none before', () => {
    const document = body([...first, ...broken, ...later])
    const { after, signatures, edits } = mended(document)
    expect(signatures).toEqual(['1', '2'])
    expect(whysOf(edits)).toEqual([
      'messages.4 call-without-result',
      'messages.5.content.0 reasoning-bound',
      'messages.7 reasoning-bound',
    ])
    const messages = after.messages as readonly unknown[]
    const before = document.messages as readonly unknown[]
    for (const at of [0, 1, 2, 3]) expect(messages[at]).toBe(before[at])
  })

  test.each([
    ['drop', ['1']],
    ['drop-turn', ['1']],
    ['report', ['1', '2', '3', '4']],
  ] as const)('under %s', (policy, left) => {
    const { document } = repair(body([...first, ...broken, ...later]), { api: 'anthropic', policy })
    expect(signaturesIn(document)).toEqual(left)
  })

  test('leaves the blocks where its row of the policy says so', () => {
    const policy = { preset: 'keep', rows: { 'reasoning-bound': 'leave' } } as const
    expect(mended(body([...first, ...broken, ...later]), policy).signatures).toEqual(['1', '2', '3', '4'])
  })

  test('touches nothing that is sound', () => {
    const document = body([...first, ...later])
    expect(scan(document, 'anthropic')).toEqual([])
    expect(repair(document, { api: 'anthropic' }).document).toBe(document)
  })

  test('at the end, where no block follows', () => {
    expect(mended(body([...first, ...broken])).signatures).toEqual(['1', '2'])
  })

  const half = '\ud83d'
  test.each([
    ['instructions', { system: `cut ${half}` }, 'anthropic'],
    ['tools', { tools: undefined }, 'everywhere'],
  ])('in its %s: no block stays', (_, more, api) => {
    expect(mended(body([...first, ...later], more), 'keep', api).signatures).toEqual([])
  })
})

describe('changes that do not count', () => {
  const marked = (block: Block): Block => ({ ...block, cache_control: { type: 'ephemeral' } })

  test('cache marks that are too many, or on reasoning', () => {
    const marks = first.map(({ role, content }) =>
      typeof content === 'string' ? { role, content } : { role, content: content.map(marked) },
    )
    const more = { system: [marked(say('be brief'))], tools: tools.map(marked) }
    const { signatures, edits } = mended(body([...marks, ...later], more))
    expect(edits.length).toBeGreaterThan(0)
    expect(signatures).toEqual(['1', '3', '4'])
  })

  const unsigned: Block = { type: 'thinking', thinking: 'hm' }
  test.each([
    ['the first of all blocks', [asked, model(unsigned, say('a')), ...first, ...later], ['1', '3', '4']],
    ['a block between others', [...first, model(unsigned, say('a')), ...later], ['1']],
    ['the second of a turn', [asked, model(think('0'), unsigned, say('a')), ...first], ['0']],
    ['the first of a turn', [asked, model(unsigned, think('0'), say('a')), ...first], ['0', '1']],
  ] as const)('reasoning that goes, unless others before it stay: %s', (_, messages, left) => {
    expect(mended(body(messages)).signatures).toEqual(left)
  })
})

describe('models', () => {
  const signaturesFor = (name: string): readonly string[] =>
    mended(body([...first, ...broken, ...later], { model: name })).signatures

  test.each([
    'claude-fable-5-1',
    'claude-fable-5-2',
    'claude-fable-5.2',
    'claude-mythos-5-1',
    'claude-mythos-5-2',
    'claude-opus-5-5',
    'claude-opus-5-5-20260901',
    'claude-sonnet-5-5-latest',
    'claude-haiku-5-5@20261001',
    'anthropic.claude-haiku-5-5-20261001-v1:0',
    'us.anthropic.claude-sonnet-5-5-20260901-v1:0',
    'arn:aws:bedrock:us-east-1:1:inference-profile/eu.anthropic.claude-fable-5-2-v1:0',
    'publishers/anthropic/models/claude-opus-5-5@20260901',
    'anthropic/claude-opus-5.5',
  ])('%s binds', (name) => {
    expect(signaturesFor(name)).toEqual(['1', '2'])
  })

  test.each([
    'claude-opus-5',
    'claude-opus-5-20260801',
    'claude-fable-5-20260201',
    'claude-fable-5',
    'claude-sonnet-4-5-20250929',
    'claude-opus-5-50',
    'claude-opus-4-5',
    'opus-5-5',
    'my-model',
  ])('%s does not', (name) => {
    expect(signaturesFor(name)).toEqual(['1', '2', '3', '4'])
  })

  test('a list of messages names no model', () => {
    const { document } = repair([...first, ...broken, ...later], { api: 'anthropic' })
    expect(signaturesIn(document)).toEqual(['1', '2', '3', '4'])
    const known = plan([...first, ...broken, ...later], 'anthropic', 'keep', { origin: { model: bound } })
    expect(whysOf(known.plan.edits)).toContain('5.content.0 reasoning-bound')
  })
})

describe('Bedrock Converse', () => {
  const reason = (signature: string): Block => ({
    reasoningContent: { reasoningText: { text: '', signature } },
  })
  const words = (text: string): Block => ({ text })
  const use = (toolUseId: string): Block => ({ toolUse: { toolUseId, name: 'read', input: {} } })
  const toolConfig = { tools: [{ toolSpec: { name: 'read', inputSchema: { json: { type: 'object' } } } }] }
  const request = {
    modelId: 'us.anthropic.claude-opus-5-5-v1:0',
    toolConfig,
    messages: [
      user(words('go')),
      model(reason('1'), use('a')),
      user(words('and?')),
      model(reason('2')),
      user(words('so?'), { cachePoint: { type: 'default' } }),
      model(reason('3'), words('yes')),
      user(words('fine')),
    ],
  }

  test('a turn that is emptied goes, and nothing is refused then', () => {
    const { after, signatures, edits } = mended(request, 'keep', 'bedrock')
    expect(signatures).toEqual(['1'])
    expect(edits.filter(({ why }) => why === 'reasoning-bound').length).toBeGreaterThan(0)
    const refused = scan(after, 'bedrock').filter(({ severity }) => severity === 'refused')
    expect(refused).toEqual([])
  })

  test('without tools, no block stays', () => {
    const { toolConfig: _, ...bare } = request
    expect(mended(bare, 'keep', 'bedrock').signatures).toEqual([])
  })
})

describe('thinking is never turned off where that is refused', () => {
  const enabled = { thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' } }
  const bare = [asked, model(call('a')), user(answer('a'))]
  const unsigned = [asked, model({ type: 'thinking', thinking: 'hm' }, call('a')), user(answer('a'))]
  const changed = [asked, model(think('1'), call('a'), say('wait')), user(answer('a'))]
  const cases = [
    ['missing', bare],
    ['unsigned', unsigned],
    ['changed', changed],
  ] as const

  test.each(cases)('reasoning is %s', (_, messages) => {
    for (const api of ['anthropic', 'everywhere']) {
      const thinkingOf = (name: string): unknown =>
        mended(body(messages, { ...enabled, model: name }), 'keep', api).after.thinking
      expect(thinkingOf('claude-opus-4-5')).toEqual({ type: 'disabled' })
      for (const name of ['claude-fable-5', 'claude-fable-5-2', 'claude-mythos-5-1'])
        expect(thinkingOf(name)).toEqual({ type: 'adaptive', display: 'omitted' })
    }
  })

  test.each(cases)('reasoning is %s, and the model decides for itself', (_, messages) => {
    const adaptive = { thinking: { type: 'adaptive' }, model: 'claude-fable-5-2' }
    for (const api of ['anthropic', 'everywhere'])
      expect(mended(body(messages, adaptive), 'keep', api).after.thinking).toEqual({ type: 'adaptive' })
  })
})

describe('every door', () => {
  const document = body([...first, ...broken, ...later])

  test('follow', () => {
    expect(signaturesIn(follow({ api: 'anthropic' }).repair(document).document)).toEqual(['1', '2'])
  })

  test('bytes', () => {
    const { bytes } = repairBytes(Buffer.from(JSON.stringify(document)), { api: 'anthropic' })
    expect(signaturesIn(JSON.parse(Buffer.from(bytes).toString()))).toEqual(['1', '2'])
  })

  test('a tool that is denied', () => {
    const anthropic = rulebooks.find(({ name }) => name === 'anthropic') as Rulebook
    const sound = body([...first, ...later])
    const { document: after } = repair(sound, { api: denying(anthropic, { tools: ['read'] }) })
    expect(signaturesIn(after)).toEqual([])
  })

  const long = 'word '.repeat(900)
  const talk = [
    asked,
    model(think('1'), call('a')),
    user({ ...answer('a'), content: long }),
    model(think('2'), call('b')),
    user({ ...answer('b'), content: long }),
    model(think('3'), say('so')),
    asked,
    model(think('4'), call('c')),
    user({ ...answer('c'), content: long }),
    model(think('5'), say('done')),
    { role: 'user', content: 'thanks' },
  ]

  test.each([
    ['shorten', 2500, ['1']],
    ['clear', 2500, ['1']],
    ['drop', 2500, []],
    ['cut', 2500, []],
    ['hide', 2500, []],
  ] as const)('compact: %s', (stage: Stage, budget, left) => {
    const options: CompactOptions = { budget, stages: [stage], api: 'anthropic' }
    const { document: after, report } = compact(body(talk), options)
    expect(report.plan.edits.some(({ why }) => why === 'reasoning-bound')).toBe(true)
    expect(loosenedIn(talk, after, report.hidden)).toEqual([])
    expect(signaturesIn(after).slice(0, left.length)).toEqual(left)
    const undone = apply(after, invert(report.plan))
    expect(undone.ok && undone.value).toEqual(body(talk))
  })

  /** The signatures that stand after another prefix than they did, in the turns that are sent. */
  function loosenedIn(
    before: readonly unknown[],
    after: unknown,
    hidden: readonly number[],
  ): readonly string[] {
    const messages = (after as { readonly messages: readonly unknown[] }).messages
    const prefixes = (turns: readonly unknown[]): ReadonlyMap<string, string> => {
      const text = JSON.stringify(turns).slice(1)
      return new Map(signaturesIn(turns).map((name) => [name, text.slice(0, text.indexOf(`"${name}"`))]))
    }
    const made = prefixes(before)
    const sent = prefixes(messages.filter((_, position) => !hidden.includes(position)))
    return [...sent].filter(([name, prefix]) => made.get(name) !== prefix).map(([name]) => name)
  }
})

describe('a door that remembers', () => {
  const document = body([...first, ...broken, ...later])
  const task = taskOf(document, apiOf('anthropic', document), 'closed')

  test('decides which blocks go, and is told which are loosened', () => {
    const asked: string[] = []
    const goes = (block: unknown, isLoosened: boolean): boolean => {
      const { signature } = block as { readonly signature: string }
      asked.push(`${signature} ${isLoosened}`)
      return isLoosened && signature === '3'
    }
    const { document: after } = repairTask({ ...task, binding: { goes } }, policies.keep)
    expect(signaturesIn(after)).toEqual(['1', '2', '4'])
    expect(asked.slice(0, 4)).toEqual(['1 false', '2 false', '3 true', '4 true'])
    expect(removedReasoning(task.api.format, document, after)).toEqual([think('3')])
  })

  test('takes blocks out of what has become sound', () => {
    const sound = body([...first, ...later])
    const goes = (block: unknown): boolean => (block as { readonly signature: string }).signature === '3'
    const { document: after, report } = repairTask(
      { ...task, document: sound, binding: { goes } },
      policies.keep,
    )
    expect(signaturesIn(after)).toEqual(['1', '4'])
    expect(whysOf(report.plan.edits)).toEqual(['messages.3.content.0 reasoning-bound'])
  })
})
