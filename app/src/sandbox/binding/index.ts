import type { Rulebook } from '@mortise/core'
import type { JsonObject } from '../json.ts'
import { type Checked, checkThoughts } from './check.ts'
import { readControls } from './controls.ts'
import { type Account, binds } from './models.ts'

export type { Checked, Transformation } from './check.ts'
export type { Account } from './models.ts'

/** Checks the thinking of a request to Anthropic; a sentence where the request itself is wrong, undefined where nothing is bound. */
export function checkBinding(
  rulebook: Rulebook,
  document: JsonObject,
  header: (name: string) => string | undefined,
  account: Account,
): Checked | string | undefined {
  if (rulebook.name !== 'anthropic') return undefined
  const controls = readControls(document, header('anthropic-beta'))
  if (typeof controls === 'string') return controls
  return binds(document.model, rulebook)
    ? checkThoughts(document, document.model, controls, account)
    : undefined
}
