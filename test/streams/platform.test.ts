import { ReadableStream, TransformStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { convertStream } from '../../core/src/index.ts'

const chunk = (delta: object, finish: string | null = null): object => ({
  id: 'c1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-5',
  choices: [{ index: 0, delta, finish_reason: finish }],
})
const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'read', arguments: '{"a":1}' } }
const whole = [
  chunk({ role: 'assistant', content: 'hi' }),
  chunk({ tool_calls: [call] }),
  chunk({}, 'tool_calls'),
  '[DONE]',
]
const cut = whole.slice(0, 2)
const directions = { from: 'openai-chat', to: 'anthropic-messages' }

/** The events that `write` and `end` give. */
function stepped(events: readonly unknown[]): readonly unknown[] {
  const { write, end } = convertStream(directions)
  return [...events.flatMap((event) => write(event)), ...end()]
}

async function* later(events: readonly unknown[]): AsyncGenerator<unknown> {
  yield* events
}

async function collected(events: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const all: unknown[] = []
  for await (const event of events) all.push(event)
  return all
}

test.each([
  ['whole', whole],
  ['cut', cut],
])('a %s stream is the same by steps, as an iterator and as a transform stream', async (_, events) => {
  const expected = stepped(events)
  expect(expected.length).toBeGreaterThan(2)
  expect(await collected(convertStream(directions).over(events))).toEqual(expected)
  expect(await collected(convertStream(directions).over(later(events)))).toEqual(expected)
  const source = new ReadableStream({
    start(controller) {
      for (const event of events) controller.enqueue(event)
      controller.close()
    },
  })
  expect(await collected(source.pipeThrough(new TransformStream(convertStream(directions))))).toEqual(
    expected,
  )
})

test('a source that throws is not ended', async () => {
  async function* broken(): AsyncGenerator<unknown> {
    yield* cut
    throw new Error('the line went dead')
  }
  await expect(collected(convertStream(directions).over(broken()))).rejects.toThrow('the line went dead')
})
