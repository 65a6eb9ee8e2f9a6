import { join } from 'node:path'
import { parse, type TomlTable } from 'smol-toml'
import { fileText } from './file-text.ts'
import { type AgentPlan, type AgentSurroundings, told, unguided } from './guidance.ts'

/**
 * Codex: it reads the address of its API from `config.toml` and from its arguments, and newer versions from no variable.
 *
 * A config in the folder that it works in can name no address: Codex ignores such members there.
 */
export function codex(surroundings: AgentSurroundings): AgentPlan {
  const { words } = surroundings
  // An address in the environment is of other clients: Codex itself would not use it.
  const environment = { ...surroundings.environment, OPENAI_BASE_URL: undefined }
  const address = addressOf(surroundings)
  if ('reason' in address) return { environment, guide: () => unguided(address.reason) }
  const { member, url: own } = address
  return {
    environment: { ...environment, OPENAI_BASE_URL: own },
    isLoginElsewhere: own !== undefined,
    guide: ({ url }) => ({
      ...told({}),
      words: () => ['-c', `${member}="${url}/v1"`, ...words],
    }),
  }
}

type CodexAddress =
  | { readonly member: string; readonly url: string | undefined }
  /** Why it is not known, or cannot be changed. */
  | { readonly reason: string }

const direct = 'requests do not pass through the gateway.'

function addressOf(surroundings: AgentSurroundings): CodexAddress {
  const given = overridesIn(surroundings.words)
  if ([...given.keys()].some((member) => /base_url$/.test(member)))
    return { reason: `Your arguments name the address of the API: ${direct}` }
  if (isManaged(surroundings)) return { reason: `The administrator sets the address of the API: ${direct}` }
  const layers = layersOf(surroundings)
  if (layers === undefined) return { reason: `Codex's config.toml is no TOML: ${direct}` }
  const provider = given.get('model_provider') ?? textIn(layers, 'model_provider') ?? 'openai'
  if (surroundings.words.includes('--oss'))
    return { reason: `\`--oss\` asks a model on this machine: ${direct}` }
  if (provider === 'openai') return { member: 'openai_base_url', url: textIn(layers, 'openai_base_url') }
  const url = layers.map((layer) => memberOf(layer, 'model_providers', provider, 'base_url')).find(isText)
  if (url === undefined || !URL.canParse(url) || !/^[\w-]+$/.test(provider))
    return { reason: `Codex's config names no address of the provider \`${provider}\`: ${direct}` }
  return { member: `model_providers.${provider}.base_url`, url }
}

/** Whether a config that wins over arguments says something about addresses. */
function isManaged({ system }: AgentSurroundings): boolean {
  return /base_url|model_provider/.test(fileText(join(system, 'codex/managed_config.toml')) ?? '')
}

/** The configs of Codex, the strongest first; undefined if one is no TOML. */
function layersOf({ environment, home, system, words }: AgentSurroundings): readonly TomlTable[] | undefined {
  const folder = environment.CODEX_HOME || join(home, '.codex')
  try {
    const [own, machine] = [tableIn(join(folder, 'config.toml')), tableIn(join(system, 'codex/config.toml'))]
    const profile = profileIn(words) ?? textIn([own, machine], 'profile')
    if (profile === undefined || /[/\\]/.test(profile)) return [own, machine]
    const older = [own, machine].map((layer) => memberOf(layer, 'profiles', profile)).filter(isTable)
    return [tableIn(join(folder, `${profile}.config.toml`)), ...older, own, machine]
  } catch {
    return undefined
  }
}

function tableIn(path: string): TomlTable {
  return parse(fileText(path) ?? '')
}

/** The members that `-c` and `--config` set, with their values. */
function overridesIn(words: readonly string[]): Map<string, string> {
  const values = words.flatMap((word, index) => {
    if (['-c', '--config'].includes(words[index - 1] ?? '')) return [word]
    return /^(?:--config=|-c(?=.))/.test(word) ? [word.replace(/^(?:--config=|-c)/, '')] : []
  })
  return new Map(
    values.map((text) => {
      const [member = '', ...value] = text.split('=')
      return [
        member.trim(),
        value
          .join('=')
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2'),
      ]
    }),
  )
}

function profileIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => /^(?:-p|--profile)$/.test(word))
  return at >= 0
    ? words[at + 1]
    : words.find((word) => word.startsWith('--profile='))?.slice('--profile='.length)
}

function textIn(layers: readonly TomlTable[], member: string): string | undefined {
  return layers.map((layer) => layer[member]).find(isText)
}

function memberOf(table: TomlTable, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isTable(value) ? value[name] : undefined), table)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
