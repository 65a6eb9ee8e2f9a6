import type { Rulebook } from '@mortise/core'
import type { AnyJsonObject } from '../json.ts'
import { type CheckedThinking, checkThoughts } from './check.ts'
import { readControls } from './controls.ts'
import { converseForm } from './converse-form.ts'
import type { BoundForm } from './form.ts'
import { messagesForm } from './messages-form.ts'
import { type Account, binds } from './models.ts'

export type { CheckedThinking, Transformation } from './check.ts'
export type { Account } from './models.ts'

/** The APIs whose models bind their thinking, and how requests to them are written. */
const forms: ReadonlyMap<string, BoundForm> = new Map([
  ['anthropic', messagesForm],
  ['bedrock', converseForm],
])

/** Checks the thinking of a request; a sentence where the request itself is wrong, undefined where nothing is bound. */
export function checkBinding(
  rulebook: Rulebook,
  document: AnyJsonObject,
  header: (name: string) => string | undefined,
  account: Account,
): CheckedThinking | string | undefined {
  const form = forms.get(rulebook.name)
  if (form === undefined) return undefined
  const controls = readControls(form, document, header)
  if (typeof controls === 'string') return controls
  const model = form.modelOf(document)
  return binds(model, rulebook) ? checkThoughts(form, document, { model, controls, account }) : undefined
}
