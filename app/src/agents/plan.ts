import { basename } from 'node:path'
import { anyCommand } from './any-command.ts'
import { claude } from './claude.ts'
import { codex } from './codex.ts'
import { deaf } from './deaf.ts'
import { type AgentPlan, type AgentSurroundings, told, unguided } from './guidance.ts'

/** The plans of the commands that are known by name. */
const table: Readonly<Record<string, (surroundings: AgentSurroundings) => AgentPlan>> = {
  claude,
  codex,
  copilot,
  gemini,
  ...deaf,
}

/** How a command is sent through a gateway, by its name; an unknown one gets every variable that clients read. */
export function planFor(command: string, surroundings: AgentSurroundings): AgentPlan {
  const name = basename(command).replace(/\.(?:cmd|exe|ps1)$/i, '')
  const plan = Object.hasOwn(table, name) ? table[name] : undefined
  return (plan ?? anyCommand)(surroundings)
}

function gemini({ environment }: AgentSurroundings): AgentPlan {
  const hasKey = Boolean(environment.GEMINI_API_KEY ?? environment.GOOGLE_API_KEY)
  const guide = ({ url }: { readonly url: string }) =>
    hasKey
      ? told({ GOOGLE_GEMINI_BASE_URL: url })
      : unguided('No GEMINI_API_KEY is set: with a login, requests do not pass through the gateway.')
  return { environment, guide }
}

/** Copilot asks GitHub's own service, unless a provider of the user's is named. */
function copilot({ environment }: AgentSurroundings): AgentPlan {
  const { COPILOT_PROVIDER_BASE_URL: own, COPILOT_PROVIDER_TYPE: type = 'openai' } = environment
  if (!own || !['openai', 'anthropic'].includes(type)) {
    const reason = own
      ? `Copilot's provider is of type ${type}: its requests do not pass through the gateway.`
      : "No COPILOT_PROVIDER_BASE_URL is set: requests go to GitHub's own service, and do not pass through the gateway."
    return { environment, guide: () => unguided(reason) }
  }
  const isAnthropic = type === 'anthropic'
  const variable = isAnthropic ? 'ANTHROPIC_BASE_URL' : 'OPENAI_BASE_URL'
  return {
    environment: { ...environment, [variable]: own },
    guide: ({ url }) => told({ COPILOT_PROVIDER_BASE_URL: isAnthropic ? url : `${url}/v1` }),
  }
}
