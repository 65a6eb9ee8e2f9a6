import { type AgentPlan, type AgentSurroundings, unguided } from './guidance.ts'

/**
 * Agents that read the address of an API from their own config alone: the file, and the line that it needs.
 *
 * The line names the address at which `mortise gateway` listens: a config outlives the private gateway of one command.
 */
const configs: Readonly<Record<string, readonly [file: string, line: string]>> = {
  cline: ['the settings of its provider (`cline config`)', 'Base URL: http://127.0.0.1:4141'],
  kimi: ['`~/.kimi-code/config.toml`, under `[providers.NAME]`', 'base_url = "http://127.0.0.1:4141/v1"'],
  openclaw: [
    '`~/.openclaw/openclaw.json`, under `models.providers`',
    '"anthropic": { "baseUrl": "http://127.0.0.1:4141" }',
  ],
  pi: ['`~/.pi/agent/models.json`, under `providers`', '"anthropic": { "baseUrl": "http://127.0.0.1:4141" }'],
}

/** The plans of these agents: nothing can be told, and the user learns the line. */
export const deaf: Readonly<Record<string, (surroundings: AgentSurroundings) => AgentPlan>> =
  Object.fromEntries(
    Object.entries(configs).map(([name, [file, line]]) => {
      const reason = `\`${name}\` reads the address of its API from its own config alone: its requests do not pass through this gateway.`
      const advice = `Start \`mortise gateway\`, and put this line into ${file}: ${line}`
      return [name, ({ environment }) => ({ environment, guide: () => unguided(reason, advice) })]
    }),
  )
