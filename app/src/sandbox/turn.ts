import type { Transformation } from './binding/index.ts'
import type { AnyJsonObject } from './json.ts'
import type { Token } from './token.ts'

/** One thing that the model says in its turn. */
export type SaidPart =
  | { readonly kind: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'call'; readonly id: string; readonly name: string; readonly input: AnyJsonObject }

/** A call among the things that are said. */
export type SaidCall = Extract<SaidPart, { kind: 'call' }>

/** Why the model stops: it is done, it wants its calls answered, or there is no room left. */
export type SandboxStop = 'end' | 'calls' | 'length'

/** The answer of the model to one request, before any API has written it down. */
export interface SandboxTurn {
  readonly api: string
  /** The member in which the model shows its reasoning; undefined where it keeps it to itself. */
  readonly reasoningMember?: string | undefined
  /** The request, for APIs that repeat it. */
  readonly asked: AnyJsonObject
  readonly model: string
  readonly said: readonly SaidPart[]
  readonly stop: SandboxStop
  readonly tokens: { readonly input: number; readonly output: number }
  readonly token: Token
  /** The blocks of thinking that the model did not see; absent where the request did not ask for them. */
  readonly transformations?: readonly Transformation[] | undefined
}

/** The moment at which every answer was made: the same bytes come back for the same request. */
export const created = 1_763_251_200

/** The calls of a turn. */
export function callsOf({ said }: SandboxTurn): readonly SaidCall[] {
  return said.filter((each) => each.kind === 'call')
}

/** Everything of one kind that a turn says, as one text. */
export function wordsOf({ said }: SandboxTurn, kind: 'text' | 'thinking'): string {
  return said.map((each) => (each.kind === kind ? each.text : '')).join('')
}
