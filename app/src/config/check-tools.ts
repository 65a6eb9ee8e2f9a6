import { deniedBy } from '@mortise/core'
import { closest } from '../text/closest.ts'
import type { Config, ToolsConfig } from './config.ts'
import { type ConfigFault, listed, nameOf } from './explain-issue.ts'
import type { MemberPath } from './located.ts'

/** The mistakes in tools, profiles and sessions of a config; agents are checked where their names are known. */
export function toolFaults(config: Config, agents: readonly string[] | undefined): readonly ConfigFault[] {
  const { tools, profiles, clients, sessions } = config
  return [
    ...patternFaults(tools, ['tools']),
    ...Object.entries(profiles).flatMap(([name, profile]) => [
      ...profileFaults(name, agents),
      ...patternFaults(profile.tools, ['profiles', name, 'tools']),
    ]),
    ...clients.flatMap((client, index) =>
      client.tools === undefined ? [] : patternFaults(client.tools, ['clients', index, 'tools']),
    ),
    ...sessions.flatMap(({ agent }, index) =>
      agentFaults(agent, agents, { way: ['sessions', index, 'agent'] }),
    ),
  ]
}

/** The groups that nobody knows. */
function patternFaults({ deny, allow }: ToolsConfig, way: MemberPath): readonly ConfigFault[] {
  return Object.entries({ deny, allow }).flatMap(([member, patterns]) =>
    patterns.flatMap((pattern, index): readonly ConfigFault[] => {
      const message = complaintAbout(pattern)
      return message === undefined ? [] : [{ way: [...way, member, index], message }]
    }),
  )
}

function complaintAbout(pattern: string): string | undefined {
  try {
    deniedBy({ tools: [pattern] })
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function profileFaults(name: string, agents: readonly string[] | undefined): readonly ConfigFault[] {
  const [, agent] = /^([^/\s*]+)\/[^/\s*]+$/.exec(name) ?? []
  const way = ['profiles', name]
  if (agent !== undefined) return agentFaults(agent, agents, { way, isKey: true })
  const message = `${nameOf(way)} is no profile: an agent and its profile are named, as in \`openclaw/main\`.`
  return [{ way, message, isKey: true }]
}

function agentFaults(
  agent: string,
  agents: readonly string[] | undefined,
  place: Omit<ConfigFault, 'message'>,
): readonly ConfigFault[] {
  if (agents === undefined || agents.includes(agent)) return []
  const near = closest(agent, agents)
  const guess = near === undefined ? `These are known: ${listed(agents)}.` : `Did you mean \`${near}\`?`
  return [{ ...place, message: `There is no agent \`${agent}\`. ${guess}` }]
}
