import { claudeCode } from './claude-code/index.ts'
import { neovate } from './neovate/index.ts'
import { openclaw } from './openclaw/index.ts'
import { pi } from './pi/index.ts'
import type { Store } from './store.ts'

/** The agents whose sessions are known, by name. */
export const stores: readonly Store[] = [claudeCode, neovate, openclaw, pi]
