/** Variables of an environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The facts of this machine that decide where a command sends its requests. */
export interface AgentSurroundings {
  readonly environment: Environment
  /** The arguments of the command. */
  readonly words: readonly string[]
  /** The user's folder. */
  readonly home: string
  /** The folder that the command works in. */
  readonly folder: string
  /** The folder of settings that hold for the whole machine. */
  readonly system: string
}

/** How one command is sent through a gateway. */
export interface AgentPlan {
  /** The environment that says where its requests go without a gateway: what its own config sets has been put over the variables. */
  readonly environment: Environment
  /** Whether its own config says where requests with a login go. */
  readonly isLoginElsewhere?: boolean
  guide(gateway: GatewayPlace): Guidance
}

/** The gateway that a command is to use. */
interface GatewayPlace {
  readonly url: string
  /** Whether requests in the format of Anthropic go to Anthropic itself. */
  readonly isAnthropicOwn: boolean
}

/** The variables and arguments that make a command use a gateway. */
export interface Guidance {
  readonly environment: Readonly<Record<string, string>>
  /** The arguments of the command, with those that it is told. */
  readonly words: (words: readonly string[]) => readonly string[]
  /** Says why its requests do not pass through the gateway; empty if they do. */
  readonly notes: readonly string[]
}

/** Tells a command by its environment alone. */
export function told(environment: Guidance['environment']): Guidance {
  return { environment, words: (words) => words, notes: [] }
}

/** Tells a command nothing, and the user why. */
export function unguided(...notes: readonly string[]): Guidance {
  return { ...told({}), notes }
}

/** Whether requests to Bedrock can be sent on: a signature of the command is for Amazon's host alone. */
export function hasBedrock(environment: Environment): boolean {
  const {
    AWS_BEARER_TOKEN_BEDROCK: bearer,
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
  } = environment
  return Boolean(bearer) || (Boolean(id) && Boolean(secret))
}

/** Whether a variable that switches something is set to on. */
export function isOn(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value)
}
