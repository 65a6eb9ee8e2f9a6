import { basename } from 'node:path'

/** Variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables and arguments that make a command use a gateway. */
export interface Guidance {
  readonly environment: Readonly<Record<string, string>>
  /** Arguments that go before its own. */
  readonly arguments: readonly string[]
  /** Notes about clients that cannot be told. */
  readonly notes: readonly string[]
}

/** The facts that decide about the guidance. */
export interface Place {
  /** The address of the gateway. */
  readonly url: string
  readonly environment: Environment
  /** Whether requests in the format of Anthropic go to Anthropic itself. */
  readonly isAnthropicOwn: boolean
}

/** The variable by which Claude keeps what only Anthropic's own API has. */
const firstParty = '_CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL'

/** The guidance for each known command; all others get every variable that clients read. */
const table: Readonly<Record<string, (place: Place) => Guidance>> = {
  claude({ url, environment, isAnthropicOwn }) {
    if (isOn(environment.CLAUDE_CODE_USE_VERTEX))
      return { ...nothing, notes: ['Vertex is set: its requests do not pass through the gateway.'] }
    if (isOn(environment.CLAUDE_CODE_USE_BEDROCK))
      return bedrock({ url, environment }, 'ANTHROPIC_BEDROCK_BASE_URL')
    const keeps = isAnthropicOwn && environment[firstParty] === undefined
    return told({ ANTHROPIC_BASE_URL: url, ...(keeps ? { [firstParty]: '1' } : {}) })
  },
  // Newer versions read no environment; with a login, too, this is where its requests go.
  codex: ({ url }) => ({ ...nothing, arguments: ['-c', `openai_base_url="${url}/v1"`] }),
  gemini({ url, environment }) {
    const hasKey = Boolean(environment.GEMINI_API_KEY ?? environment.GOOGLE_API_KEY)
    if (hasKey) return told({ GOOGLE_GEMINI_BASE_URL: url })
    const note = 'No GEMINI_API_KEY is set: with a login, requests do not pass through the gateway.'
    return { ...nothing, notes: [note] }
  },
}

const nothing: Guidance = { environment: {}, arguments: [], notes: [] }

/** The guidance for a command, by its name. */
export function guidanceFor(command: string, place: Place): Guidance {
  const name = basename(command).replace(/\.(?:cmd|exe|ps1)$/i, '')
  return Object.hasOwn(table, name) ? (table[name]?.(place) ?? nothing) : anyCommand(place)
}

function anyCommand(place: Place): Guidance {
  const { url } = place
  const own = hasBedrock(place.environment) ? { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url } : {}
  return told({
    ANTHROPIC_BASE_URL: url,
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_BASE: `${url}/v1`,
    GOOGLE_GEMINI_BASE_URL: url,
    ...own,
  })
}

function told(environment: Guidance['environment']): Guidance {
  return { ...nothing, environment }
}

/** A signature of the command is for Amazon's host alone: the gateway has to sign, or there is none. */
function bedrock({ url, environment }: Pick<Place, 'url' | 'environment'>, variable: string): Guidance {
  if (hasBedrock(environment)) return told({ [variable]: url })
  const note =
    'Neither AWS_BEARER_TOKEN_BEDROCK nor AWS_ACCESS_KEY_ID is set: requests to Bedrock do not pass through the gateway, which could not sign them.'
  return { ...nothing, notes: [note] }
}

/** Whether requests to Bedrock can be sent on. */
export function hasBedrock(environment: Environment): boolean {
  const {
    AWS_BEARER_TOKEN_BEDROCK: bearer,
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
  } = environment
  return Boolean(bearer) || (Boolean(id) && Boolean(secret))
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
