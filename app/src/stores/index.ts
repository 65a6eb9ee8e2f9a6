import type { Packing, Tables } from '../disk/index.ts'
import { claudeCode } from './claude-code/index.ts'
import { cline } from './cline/index.ts'
import { clineCli } from './cline-cli/index.ts'
import { codex } from './codex/index.ts'
import type { Store } from './contract/store.ts'
import { copilot } from './copilot/index.ts'
import { gemini } from './gemini/index.ts'
import { hermes } from './hermes/index.ts'
import { kilo } from './kilo/index.ts'
import { kimi } from './kimi/index.ts'
import { neovate } from './neovate/index.ts'
import { openclaw } from './openclaw/index.ts'
import { opencode } from './opencode/index.ts'
import { pi } from './pi/index.ts'
import { qwen } from './qwen/index.ts'
import { roo } from './roo/index.ts'

/** The agents whose sessions are known, by name. */
export const stores: readonly Store[] = [
  claudeCode,
  cline,
  clineCli,
  codex,
  copilot,
  gemini,
  hermes,
  kilo,
  kimi,
  neovate,
  openclaw,
  opencode,
  pi,
  qwen,
  roo,
]

/** How the agents among them that keep sessions in databases do so. */
export const tables: readonly Tables[] = stores.flatMap(({ inDatabase }) => inDatabase?.tables ?? [])

/** How the agents among them that compress sessions do so. */
export const packings: readonly Packing[] = stores.flatMap(({ packing }) => packing ?? [])
