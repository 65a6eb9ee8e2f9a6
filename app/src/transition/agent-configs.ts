import { join } from 'node:path'
import type { Outcome } from '@mortise/core'
import { type OpenClawTools, readOpenClawTools } from '../config/index.ts'
import type { Home } from '../stores/contract/store.ts'

/** The config of an agent itself, by which it denies tools. */
export interface AgentConfig {
  readonly agent: string
  readonly title: string
  /** The file where the agent looks for it. */
  pathOf(home: Home): string
  read(path: string): Outcome<AgentTools>
}

/** The tools that an agent's own config allows and denies. */
export type AgentTools = OpenClawTools

/** The agents whose own configs can be followed. */
export const agentConfigs: readonly AgentConfig[] = [
  {
    agent: 'openclaw',
    title: 'OpenClaw',
    pathOf: ({ folder, environment }) =>
      environment.OPENCLAW_CONFIG_PATH ||
      join(environment.OPENCLAW_STATE_DIR || join(folder, '.openclaw'), 'openclaw.json'),
    read: readOpenClawTools,
  },
]
