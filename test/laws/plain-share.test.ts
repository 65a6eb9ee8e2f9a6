import { formats as allFormats } from '@mortise/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rulebookFor } from '../../app/src/stores/check/rulebook.ts'
import { stores } from '../../app/src/stores/index.ts'
import { readRecords } from '../../app/src/stores/records/entries.ts'
import { itemAt } from '../../app/src/stores/records/lists.ts'
import { isPlain, Plain } from '../../core/src/engine/plain/plain.ts'
import { scanInFull } from '../../core/src/engine/scan.ts'
import type { Api } from '../../core/src/model/format.ts'
import { rules } from '../../core/src/rules/index.ts'
import { soundOf } from '../conformance/fixtures.ts'
import { type Format, formatOf } from '../generate/api.ts'
import { soundCase } from '../generate/case.ts'
import { bytesOf } from '../sessions/all-agents.ts'
import { scribes, talk } from '../sessions/talks.ts'
import { apiOf } from './task.ts'

// A sound conversation that is not plain is read in full, which costs time: nearly none may be so. The reasons of the
// rest are printed.

type Tail = 'closed' | 'rest' | 'open'

/** How many sound conversations there were, and the first turns that were not plain. */
class Count {
  sound = 0
  readonly reasons: string[] = []

  take(document: unknown, api: Api, tail: Tail): void {
    if (scanInFull({ document, api, tail, rules }).length > 0) return
    this.sound++
    if (!isPlain(document, api, tail)) this.reasons.push(reasonFor(document, api))
  }

  /** The share of the plain ones, from 0 to 1. */
  tell(name: string): number {
    const plain = this.sound - this.reasons.length
    const reasons = [...new Set(this.reasons)].slice(0, 8).map((reason) => `\n  ${reason.slice(0, 200)}`)
    console.log(`${name}: ${plain} of ${this.sound} are plain${reasons.join('')}`)
    return this.sound === 0 ? 0 : plain / this.sound
  }
}

function reasonFor(document: unknown, api: Api): string {
  const turns = api.format.turnsOf(document) ?? []
  const at = new Plain(api, api.format.factsOf(document)).takeAll(turns, 0)
  return `${api.rulebook.name}: ${at < 0 ? 'the body, or the end' : JSON.stringify(turns[at])}`
}

describe('nearly all drawn agent loops without a fault are plain', () => {
  const counts = new Map<Format, Count>()
  const counted = fc.property(soundCase, ({ api: name, tail, document }) => {
    const count = counts.get(formatOf(name)) ?? new Count()
    counts.set(formatOf(name), count)
    count.take(document, apiOf(name, document), tail)
  })
  fc.assert(counted, { numRuns: 800 })

  test.each(allFormats)('$name', ({ name }) => {
    expect(counts.get(name as Format)?.tell(name)).toBeGreaterThanOrEqual(0.95)
  })
})

/** Stores whose records are turned into turns of their own, which nobody calls plain: they are read in full. */
const readInFull: readonly string[] = stores.flatMap(({ name, format }) =>
  format.plain === undefined ? [name] : [],
)

describe('nearly all sound sessions of agents are plain', () => {
  test.each(scribes.filter(({ agent }) => !readInFull.includes(agent)))('$agent, $file', (scribe) => {
    const store = stores.find(({ name }) => name === scribe.agent)
    if (store === undefined) throw new Error(`There is no store ${scribe.agent}.`)
    const count = new Count()
    const counted = fc.property(talk, (given) => {
      const exchanges = given.map((exchange) => ({ ...exchange, open: 9, hasBlank: false }))
      const { entries } = readRecords(bytesOf(scribe.agent, scribe.records(exchanges)), store)
      const session = store.open(entries, scribe.file)
      for (const { turns } of session.lanes) {
        const document = turns.map((index) => store.messageIn(itemAt(entries, index).value)?.message)
        count.take(document, { format: store.format, rulebook: rulebookFor(store, session.api) }, 'rest')
      }
    })
    fc.assert(counted, { numRuns: 40 })
    expect(count.tell(scribe.agent)).toBeGreaterThanOrEqual(0.95)
  })

  test('the stores that are always read are few', () => {
    console.log(`always read: ${readInFull.join(', ')}`)
    expect(readInFull.length).toBeLessThan(stores.length / 2)
  })
})

/** Requests of real clients that are read, each with its reason. */
const clientsRead: Readonly<Record<string, string>> = {
  'ai-sdk/client-chat-messages.json': 'a dynamic tool that failed',
  'anthropic-messages/client-ai-sdk.json': 'search results in the result of a tool',
  'anthropic-messages/client-tool-search.json': 'the tool search of the provider, which names tools',
  'bedrock-converse/client-langchain-aws.json': 'a document: its name counts',
  'gemini-contents/client-genai.json': 'code that the provider ran',
  'openai-chat/client-mistral.json': 'thoughts as a part of the content',
  'openai-chat/client-ollama.json': 'images beside the content',
}

test('requests of real clients are plain but for a few', () => {
  const read = allFormats.flatMap(({ name }) => {
    const count = new Count()
    const own = soundOf(name).filter(({ file }) => file.includes('/client-'))
    const files = own.filter(({ document, api, tail }) => !isPlain(document, apiOf(api, document), tail))
    for (const { document, api, tail } of own) count.take(document, apiOf(api, document), tail)
    count.tell(`clients, ${name}`)
    return files.map(({ file }) => `${name}/${file.split('/').at(-1)}`)
  })
  expect(read.sort()).toEqual(Object.keys(clientsRead).sort())
})
