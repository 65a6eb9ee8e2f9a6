import type { Context } from '../../core/src/engine/context.ts'
import type { Format } from '../../core/src/model/format.ts'
import type { Tail } from '../../core/src/model/report.ts'
import type { Layout, Row } from '../../core/src/model/rulebook.ts'
import { layoutOf, turnsOf } from './turns.ts'

/** What a step is about; what is not said is as plain as can be. */
export interface Setting {
  readonly rows?: Readonly<Record<string, Row>>
  readonly layout?: Partial<Layout>
  readonly tail?: Tail
  readonly isContinued?: boolean
  readonly isPartial?: boolean
  readonly format?: Partial<Format>
}

// Only what the steps under test ask of a format: what a part says is what it is written as.
const unplacedFacts: Format['unplacedFacts'] = [
  ...([
    'arguments',
    'argumentsObject',
    'calls',
    'content',
    'id',
    'itemId',
    'mark',
    'name',
    'signature',
  ] as const),
  ...(['choice', 'instruction-parts', 'instructions', 'speaker', 'thinking', 'tools'] as const),
]
const format = {
  facts: { call: {} },
  // Nothing is written down here, so that no fact needs a place.
  unplacedFacts,
  unpack: ({ raw }: { readonly raw: unknown }) => [{ text: String(raw).replace('!', '') }],
  holdsMore: () => false,
} as unknown as Format

/** A conversation in lines, as the steps of a repair get it. */
export function contextOf(conversation: readonly string[], setting: Setting = {}): Context {
  const facts = {
    model: undefined,
    isThinking: false,
    isContinued: setting.isContinued ?? false,
    isBody: false,
    hasInstructions: false,
  }
  const turns = turnsOf(conversation)
  const reading = { turns, facts, root: [], unreadable: [], isPartial: setting.isPartial ?? false }
  const rulebook = {
    name: 'test',
    title: 'Test',
    format: 'test',
    layout: layoutOf(setting.layout),
    rows: setting.rows ?? {},
  }
  return {
    format: { ...format, ...setting.format },
    rulebook,
    document: undefined,
    reading,
    facts,
    tail: setting.tail ?? 'closed',
  }
}
