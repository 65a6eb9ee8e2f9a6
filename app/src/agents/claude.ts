import { dirname, join, resolve } from 'node:path'
import { fileText } from './file-text.ts'
import {
  type AgentPlan,
  type AgentSurroundings,
  type Environment,
  type Guidance,
  hasBedrock,
  isOn,
  told,
  unguided,
} from './guidance.ts'

/** The variable by which Claude keeps what only Anthropic's own API has. */
const firstParty = '_CLAUDE_CODE_ASSUME_FIRST_PARTY_BASE_URL'
const addresses = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_BEDROCK_BASE_URL']

/** Claude: its settings win over the environment, and the argument `--settings` wins over the user's settings. */
export function claude(surroundings: AgentSurroundings): AgentPlan {
  const { words } = surroundings
  const given = settingsIn(words)
  const own = { ...variablesOf(userSettings(surroundings)), ...variablesOf(given) }
  const environment = { ...surroundings.environment, ...own }
  const stronger = strongerFile(surroundings)
  return {
    environment,
    guide({ url, isAnthropicOwn }) {
      if (stronger !== undefined)
        return unguided(
          `${stronger} sets the address of the API, and wins over the gateway: requests do not pass through it.`,
        )
      const guidance = guided(environment, url, isAnthropicOwn)
      const overridden = Object.entries(guidance.environment).filter(([name]) => own[name] !== undefined)
      return overridden.length === 0
        ? guidance
        : { ...guidance, words: (line) => withSettings(line, given, Object.fromEntries(overridden)) }
    },
  }
}

function guided(environment: Environment, url: string, isAnthropicOwn: boolean): Guidance {
  if (isOn(environment.CLAUDE_CODE_USE_VERTEX))
    return unguided('Vertex is set: its requests do not pass through the gateway.')
  if (isOn(environment.CLAUDE_CODE_USE_BEDROCK)) {
    if (hasBedrock(environment)) return told({ ANTHROPIC_BEDROCK_BASE_URL: url })
    return unguided(
      'Neither AWS_BEARER_TOKEN_BEDROCK nor AWS_ACCESS_KEY_ID is set: requests to Bedrock do not pass through the gateway, which could not sign them.',
    )
  }
  const keeps = isAnthropicOwn && environment[firstParty] === undefined
  return told({ ANTHROPIC_BASE_URL: url, ...(keeps ? { [firstParty]: '1' } : {}) })
}

type Settings = Readonly<Record<string, unknown>>

function userSettings({ environment, home }: AgentSurroundings): Settings {
  return parsed(fileText(join(environment.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json')))
}

/**
 * The file that sets an address and cannot be outdone: one of the administrator, or one of the folder.
 *
 * A folder's own settings hold only once the user trusts the folder. Until then a key would go to a host that a
 * stranger may have named: whatever they say, no upstream comes from them.
 */
function strongerFile({ environment, home, folder, system }: AgentSurroundings): string | undefined {
  const own = environment.CLAUDE_CONFIG_DIR || join(home, '.claude')
  const administrators = [
    join(system, 'claude-code/managed-settings.json'),
    join(own, 'remote-settings.json'),
  ]
  const folders = upwards(folder)
    .filter((each) => each !== resolve(home))
    .flatMap((each) => ['settings.local.json', 'settings.json'].map((name) => join(each, '.claude', name)))
  return [...administrators, ...folders].find((file) => {
    const variables = variablesOf(parsed(fileText(file)))
    return addresses.some((name) => variables[name] !== undefined)
  })
}

function upwards(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...upwards(above)]
}

/** The settings that the command line names, as JSON or as a file. */
function settingsIn(words: readonly string[]): Settings {
  const value = words.findLast((_, index) => words[index - 1] === '--settings')
  const joined = words.findLast((word) => word.startsWith('--settings='))?.slice('--settings='.length)
  const text = value ?? joined
  if (text === undefined) return {}
  return parsed(text.trimStart().startsWith('{') ? text : fileText(text))
}

// The last `--settings` alone counts: it carries all that an earlier one says.
function withSettings(words: readonly string[], given: Settings, variables: Environment): readonly string[] {
  const settings = { ...given, env: { ...variablesOf(given), ...variables } }
  const others = words.filter(
    (word, index) =>
      word !== '--settings' && words[index - 1] !== '--settings' && !word.startsWith('--settings='),
  )
  return ['--settings', JSON.stringify(settings), ...others]
}

function variablesOf({ env }: Settings): Record<string, string> {
  if (typeof env !== 'object' || env === null) return {}
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function parsed(text: string | undefined): Settings {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Settings) : {}
  } catch {
    // The agent does not read it either.
    return {}
  }
}
