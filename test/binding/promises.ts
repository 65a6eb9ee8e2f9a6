import { bindingMemory, follow, repair } from '@mortise/core'
import { type GuardOptions, guardFetch } from '@mortise/core/guard'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { BoundApi, Request } from './bound-api.ts'
import { type Door, live, lives, restarts } from './loop.ts'

const remembering = (): Door => {
  const memory = bindingMemory()
  return (request) => repair(request, { api: 'anthropic', memory }).document
}

const following = (): Door => {
  const follower = follow({ api: 'anthropic' })
  return (request) => follower.repair(request).document
}

/** A guarded `fetch`, and the API behind it. */
function guarding(url: string, options: GuardOptions = {}): () => Door {
  return () => {
    let api: BoundApi
    let sent: Request
    const guarded = guardFetch(async (_input: unknown, init?: RequestInit): Promise<Response> => {
      sent = JSON.parse(String(init?.body))
      expectBeta(sent, new Headers(init?.headers).get('anthropic-beta'))
      const { refused } = api.check(sent)
      if (refused === undefined) return new Response('{}')
      const message = `${refused}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation.`
      return new Response(JSON.stringify({ error: { message } }), { status: 400 })
    }, options)
    return async (request, behind) => {
      api = behind
      await guarded(url, { method: 'POST', body: JSON.stringify(request) })
      return sent
    }
  }
}

/** The field is taken with its beta alone. */
function expectBeta({ thinking }: Request, header: string | null): void {
  const beta = thinking?.block_binding === undefined ? null : 'thinking-binding-controls-2026-08-01'
  expect(header).toBe(beta)
}

const own = 'https://api.anthropic.com/v1/messages'
const other = 'https://models.example.org/v1/messages'

/** Doors that remember what they sent. */
export const doors: readonly (readonly [name: string, make: () => Door])[] = [
  ['a repair with a memory', remembering],
  ['a follower', following],
  ['a guard that takes blocks out', guarding(other)],
  ['a guard that asks for blocks to be dropped', guarding(own)],
]

/** Doors that are made anew, and mend a refusal. */
export const guards: readonly (readonly [name: string, make: () => Door])[] = [
  ['takes blocks out', guarding(other)],
  ['asks for blocks to be dropped', guarding(own)],
  ['takes blocks out of the API’s own', guarding(own, { binding: 'remove' })],
]

/** No request is refused, and no block is lost that is valid. */
export async function doorHolds(door: () => Door, runs: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(lives, (story) => live(story, door)),
    { numRuns: runs, seed },
  )
}

/** No request is refused twice. */
export async function guardHolds(door: () => Door, runs: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(restarts, (story) => live(story, door)),
    { numRuns: runs, seed },
  )
}
