import { compact } from '@mortise/core'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Block, BoundApi, type Message, type Request, thoughtsIn } from './bound-api.ts'
import { Client, type Event } from './client.ts'

/** The members of a request besides its messages. */
export const head = {
  model: 'claude-fable-5-2',
  max_tokens: 100,
  system: 'Be brief.',
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  thinking: { type: 'adaptive' },
}

const calls = fc.nat(2)
const which = fc.nat(50)
const share = fc.integer({ min: 1, max: 3 })

/** What may happen to an agent, most of it growth. */
const happenings: readonly fc.WeightedArbitrary<Event>[] = [
  { weight: 4, arbitrary: fc.record({ do: fc.constant('grow' as const), calls }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), kept: fc.nat(1), calls }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('late' as const), which, calls }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), which, calls }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('compact' as const), share, calls }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('mark' as const), which, calls }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('aside' as const), calls }) },
]

const restart: fc.WeightedArbitrary<Event> = {
  weight: 1,
  arbitrary: fc.record({ do: fc.constant('restart' as const), calls }),
}

/** The life of an agent whose door remembers all of it. */
export const lives: fc.Arbitrary<readonly Event[]> = storiesOf()

/** The same, with doors that are made anew. */
export const restarts: fc.Arbitrary<readonly Event[]> = storiesOf(restart)

function storiesOf(...more: readonly fc.WeightedArbitrary<Event>[]): fc.Arbitrary<readonly Event[]> {
  return fc.array(fc.oneof(...happenings, ...more), { minLength: 2, maxLength: 14 })
}

/** A stateful door: takes the request of a client and gives the one that is sent last. */
export type Door = (request: Request, api: BoundApi) => Request | Promise<Request>

/**
 * Lets an agent live through events behind a door: no request is refused, and no block is lost that the API would take.
 *
 * A block that went once stays away: it is not counted. Nor is any in a story with a restart, since a door that has
 * forgotten what it sent cannot tell newer blocks from older ones.
 */
export async function live(story: readonly Event[], makeDoor: () => Door): Promise<void> {
  const api = new BoundApi()
  const client = new Client()
  const isForgetful = story.some((event) => event.do === 'restart')
  const judge = judgeOf(api, isForgetful)
  let door = makeDoor()
  const send = async (messages: readonly Message[]): Promise<Request> => {
    const given: Request = { ...head, messages }
    const sent = await door(structuredClone(given), api)
    judge(given, sent)
    return sent
  }
  client.hear(api.answer(await send(client.messages), 1))
  for (const event of story) {
    client.live(event)
    if (event.do === 'restart') door = makeDoor()
    if (event.do === 'compact') client.messages = compacted(client.messages, event.share)
    if (event.do === 'aside') {
      const aside = { role: 'user', content: 'In a word?' }
      api.answer(await send([...client.messages, aside]), 0)
    }
    client.hear(api.answer(await send(client.messages), event.calls))
  }
}

/** Judges what is sent for a client's own history: it is not refused, and no block is lost that the API would take. */
export function judgeOf(api: BoundApi, isForgetful = false): (given: Request, sent: Request) => void {
  const gone = new Set<string>()
  return (given, sent) => {
    expect(api.check(sent).refused, 'a request is refused').toBeUndefined()
    const left = new Set(thoughtsIn(sent).map(({ signature }) => signature))
    const lost = thoughtsIn(given).filter(({ signature }) => !left.has(signature))
    const taken = api.check(withAll(sent, given)).valid
    const wasted = taken.filter((signature) => !left.has(signature) && !gone.has(signature))
    if (!isForgetful) expect(wasted, 'blocks are lost that the API would take').toEqual([])
    for (const { signature } of lost) gone.add(signature)
  }
}

function compacted(messages: readonly Message[], share: number): Message[] {
  const { document } = compact({ ...head, messages } as Request, {
    api: 'anthropic',
    fraction: share / 4,
  })
  return [...document.messages]
}

/** What was sent, with every block of the client's that it lacks put back, and the wish that the API drops those that do not fit. */
function withAll(sent: Request, given: Request): Request {
  const thoughts = new Map<string, Block>()
  for (const { content } of given.messages) {
    if (typeof content === 'string') continue
    const [thought, text] = content
    if (thought?.type === 'thinking') thoughts.set(String(text?.text), thought)
  }
  const messages = sent.messages.map((message) => {
    const { content } = message
    if (message.role !== 'assistant' || typeof content === 'string') return message
    const [first] = content
    const thought = first?.type === 'text' ? thoughts.get(String(first.text)) : undefined
    return thought === undefined ? message : { ...message, content: [thought, ...content] }
  })
  const thinking = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } }
  return { ...sent, messages, thinking }
}
