import type { Pattern } from '../pattern.ts'
import { agents } from './agents.ts'
import { causes } from './causes.ts'
import { content } from './content.ts'
import { identity } from './identity.ts'
import { joints } from './joints.ts'
import { members } from './members.ts'
import { reasoning } from './reasoning.ts'
import { roles } from './roles.ts'
import { tools } from './tools.ts'

/**
 * The sentences that no rulebook quotes, and those that mean more rules than the rows that quote them.
 *
 * Where two match the same words, the first wins.
 */
export const patterns: readonly Pattern[] = [
  ...joints,
  ...identity,
  ...tools,
  ...content,
  ...roles,
  ...reasoning,
  ...members,
  ...agents,
  ...causes,
]
