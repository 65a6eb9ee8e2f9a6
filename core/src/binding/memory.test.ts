import { describe, expect, test } from 'vitest'
import { bindingMemory, type ConversationNote, repair } from '../index.ts'

type Block = { readonly type: string; readonly [member: string]: unknown }
type Message = { readonly role: string; readonly content: string | readonly Block[] }

const user = (...content: readonly Block[]): Message => ({ role: 'user', content })
const text = (words: string): Block => ({ type: 'text', text: words })
const result = (id: string): Block => ({ type: 'tool_result', tool_use_id: id, content: 'a wall' })
const says = (name: string, ...calls: readonly string[]): Message => ({
  role: 'assistant',
  content: [
    { type: 'thinking', thinking: '', signature: name },
    text(`${name}.`),
    ...calls.map((id) => ({ type: 'tool_use', id, name: 'look', input: {} })),
  ],
})

const body = (...messages: readonly Message[]) => ({ model: 'claude-fable-5-1', max_tokens: 9, messages })

/** The signatures that are left of a request. */
function left(request: { readonly messages: readonly Message[] }): readonly unknown[] {
  const blocks = request.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
  return blocks.filter(({ type }) => type === 'thinking').map(({ signature }) => signature)
}

const start = [user(text('Look.')), says('first', 'a')]
const broken = body(...start, user(text('Well?')))
const grown = body(...start, user(text('Well?')), says('second'), user(text('And?')))
const late = body(...start, user(result('a'), text('Well?')), says('second'), user(text('And?')))

describe('the second request', () => {
  test('keeps the blocks that were made for the first', () => {
    const memory = bindingMemory()
    expect(left(repair(broken, { memory }).document)).toEqual(['first'])
    const next = repair(grown, { memory })
    expect(left(next.document)).toEqual(['first', 'second'])
    expect(next.isRemembered).toBe(true)
    expect(left(repair(grown, {}).document), 'without a memory').toEqual(['first'])
  })

  test('loses the blocks that a late result leaves behind, though it is sound, and loses them again', () => {
    const memory = bindingMemory()
    repair(broken, { memory })
    repair(grown, { memory })
    const next = repair(late, { memory })
    expect(left(next.document)).toEqual(['first'])
    expect(next.report.found).toEqual([])
    expect(next.report.plan.edits.map(({ do: deed, why }) => [deed, why])).toEqual([
      ['remove', 'reasoning-bound'],
    ])
    const later = body(...late.messages, says('third'), user(text('Yes?')))
    expect(left(repair(later, { memory }).document)).toEqual(['first', 'third'])
    expect(left(repair(grown, { memory }).document), 'once gone, gone').toEqual(['first'])
  })

  test('knows a conversation whose cache mark has moved', () => {
    const memory = bindingMemory()
    repair(broken, { memory })
    const marked = { ...text('Look.'), cache_control: { type: 'ephemeral' } }
    const [, ...rest] = grown.messages
    expect(left(repair(body(user(marked), ...rest), { memory }).document)).toEqual(['first', 'second'])
    const plain = { role: 'user', content: 'Look.' }
    expect(left(repair(body(plain, ...rest), { memory }).document)).toEqual(['first', 'second'])
  })

  test('loses what was made under other instructions', () => {
    const memory = bindingMemory()
    repair(broken, { memory })
    expect(left(repair({ ...grown, system: 'Be brief.' }, { memory }).document)).toEqual(['first'])
  })

  test('is not touched where the model is not known to bind, or the conversation is another', () => {
    const memory = bindingMemory()
    repair(broken, { memory })
    const other = { ...late, model: 'claude-opus-4-6' }
    expect(repair(other, { memory }).document).toBe(other)
    const fresh = body(
      user(text('Look.')),
      says('own', 'b'),
      user(result('b')),
      says('more'),
      user(text('Ok.')),
    )
    expect(repair(fresh, { memory }).document).toBe(fresh)
    expect(repair(fresh, { memory })).not.toHaveProperty('isRemembered')
  })
})

test('what was made after the last turn was dropped stays', () => {
  const memory = bindingMemory()
  const blank = user(text(' '))
  repair(body(user(text('Look.')), blank), { memory })
  const next = repair(body(user(text('Look.')), blank, says('first'), user(text('And?'))), { memory })
  expect(left(next.document)).toEqual(['first'])
})

describe('conversations that begin alike', () => {
  const calm = body(user(text('Look.')), says('own', 'b'), user(result('b')), says('more'), user(text('Ok.')))

  test.each<[string, object]>([
    ['a turn of the user', body(user(text('Look.')), user(text(' ')))],
    ['the instructions', { ...body(user(text('Look.'))), system: 'Be brief \ud83d' }],
  ])('are told apart where %s was changed', (_, changed) => {
    const memory = bindingMemory()
    expect(repair(changed, { memory }).isRemembered).toBe(true)
    const other = { ...calm, system: 'Be brief.' }
    expect(repair(other, { memory }).document).toBe(other)
    expect(repair(calm, { memory }).document).toBe(calm)
  })
})

test('a block goes if its own turn is changed before it', () => {
  const memory = bindingMemory()
  repair(broken, { memory })
  const [first, second, third, { content }, last] = grown.messages as [
    Message,
    Message,
    Message,
    Message,
    Message,
  ]
  const odd = { role: 'assistant', content: [text(''), ...(content as readonly Block[])] }
  expect(left(repair(body(first, second, third, odd, last), { memory }).document)).toEqual(['first'])
})

describe('a memory', () => {
  const numbered = (number: number, from: typeof broken) => ({
    ...from,
    messages: [user(text(`Look ${number}.`)), ...from.messages.slice(1)],
  })

  test('keeps clients apart', () => {
    const memory = bindingMemory()
    repair(broken, { memory: memory.of('one') })
    expect(left(repair(grown, { memory: memory.of('one') }).document)).toEqual(['first', 'second'])
    expect(left(repair(grown, { memory: memory.of('two') }).document)).toEqual(['first'])
  })

  test('forgets the oldest first', () => {
    const memory = bindingMemory(2)
    for (const number of [1, 2, 1, 3]) repair(numbered(number, broken), { memory })
    const kept = (number: number) =>
      left(repair(numbered(number, grown), { memory: memory.looking }).document)
    expect([1, 2, 3].map(kept)).toEqual([['first', 'second'], ['first'], ['first', 'second']])
  })

  test('holds a client to its bytes: its oldest conversations go, and no other client loses any', () => {
    const memory = bindingMemory(100, { conversation: 4_000, client: 4_000 })
    repair(broken, { memory: memory.of('other') })
    for (const number of [1, 2, 3, 4]) repair(numbered(number, broken), { memory: memory.of('one') })
    const kept = (number: number) =>
      left(repair(numbered(number, grown), { memory: memory.of('one').looking }).document).length === 2
    expect([1, 2, 3, 4].map(kept)).toEqual([false, true, true, true])
    expect(left(repair(grown, { memory: memory.of('other') }).document)).toEqual(['first', 'second'])
  })

  test('holds a conversation to its bytes: its oldest notes go', () => {
    const memory = bindingMemory(100, { conversation: 2_000, client: 1 << 20 })
    const again = (count: number) =>
      body(...broken.messages, ...Array.from({ length: count }, () => user(text('Hm?'))))
    for (let count = 0; count < 20; count++) repair(again(count), { memory })
    expect(left(repair(grown, { memory: memory.looking }).document), 'for the first request').toEqual([
      'first',
    ])
    const last = body(...again(19).messages, says('last'), user(text('And?')))
    expect(left(repair(last, { memory }).document)).toEqual(['first', 'last'])
  })

  test('that looks notes nothing', () => {
    const memory = bindingMemory()
    repair(broken, { memory: memory.looking })
    expect(left(repair(grown, { memory }).document)).toEqual(['first'])
  })

  test('that keeps removes nothing, and knows what it left', () => {
    const memory = bindingMemory()
    const damaged = body(...start, user(text('Well?')), says('old'), user(text('And?')))
    expect(left(repair(damaged, { memory: memory.keeping }).document)).toEqual(['first', 'old'])
    expect(left(repair(damaged, { memory }).document)).toEqual(['first'])
  })

  test('believes a refusal', () => {
    const memory = bindingMemory()
    const refused = repair(late, { memory: memory.afterRefusal({ turn: 3, part: 0 }) })
    expect(left(refused.document)).toEqual(['first'])
    const later = body(...late.messages, says('third'), user(text('Yes?')))
    expect(left(repair(later, { memory }).document)).toEqual(['first', 'third'])
    expect(left(repair(late, { memory: bindingMemory().afterRefusal() }).document)).toEqual([])
  })

  test('reaches another memory, which has learned what the first one told', () => {
    const notes: ConversationNote[] = []
    const one = bindingMemory(undefined, undefined, (note) => notes.push(note))
    const other = bindingMemory()
    const learnAll = (): void => {
      for (const note of notes.splice(0)) other.learn(JSON.parse(JSON.stringify(note)) as ConversationNote)
    }
    repair(broken, { memory: one.of('a client') })
    learnAll()
    expect(left(repair(grown, { memory: other.of('somebody else').looking }).document)).toEqual(['first'])
    expect(left(repair(grown, { memory: other.of('a client').looking }).document)).toEqual([
      'first',
      'second',
    ])
    const third = body(...grown.messages, says('third'), user(text('Yes?')))
    repair(grown, { memory: one.of('a client') })
    // A digest is told once.
    expect(notes.map(({ sent }) => sent.length)).toEqual([1])
    learnAll()
    const kept = ['first', 'second', 'third']
    expect(left(repair(third, { memory: other.of('a client') }).document)).toEqual(kept)
  })

  test('is one that was made here', () => {
    const wrong = { memory: {} } as unknown as { memory: ReturnType<typeof bindingMemory> }
    expect(() => repair(broken, wrong)).toThrow('`memory` has to be one that `bindingMemory` made.')
  })
})
