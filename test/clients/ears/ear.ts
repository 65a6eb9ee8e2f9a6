/** One thing that a client heard the model say. */
export type Heard =
  | { readonly thinking: string }
  | { readonly text: string }
  | { readonly call: string; readonly input: unknown }

/** A real client that asks one question and tells what it heard. */
export interface Ear {
  readonly name: string
  /** It shows what the model thinks. */
  readonly hasThoughts: boolean
  /** Asks at an address, for a scenario; a client that can tell a stream apart by itself does. */
  readonly hear: (
    url: string,
    scenario: string,
    isStreaming: boolean,
    wrap: Wrap,
  ) => Promise<readonly Heard[]>
}

/** What is done to a client before it is used: nothing, or a guard stands in front of it. */
export type Wrap = <Client extends object>(client: Client) => Client

/** The one tool that every question declares. */
export const tool = {
  name: 'look',
  description: 'Looks somewhere.',
  schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
} as const

/** The header by which a scenario is asked for. */
export const asking = (scenario: string): { 'x-mortise-scenario': string } => ({
  'x-mortise-scenario': scenario,
})
