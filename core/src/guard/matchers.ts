import { chooseApi, printPlace, scan } from '../index.ts'
import type { ApiChoice } from '../model/api-name.ts'
import { scanOptions } from '../model/option-checks.ts'
import { checkOptions } from '../model/options.ts'
import { checkRulebook } from '../model/rulebook-check.ts'
import type { Finding, ScanOptions } from '../types.ts'

/** The answer of a matcher to Vitest or Jest. */
export interface Verdict {
  readonly pass: boolean
  readonly message: () => string
}

/** The matchers, to extend the types of Vitest or Jest with: `interface Matchers<T> extends AcceptedMatchers<T> {}`. */
export interface AcceptedMatchers<Result = unknown> {
  toBeAccepted(api?: ApiChoice, options?: ScanOptions): Result
}

/** For `expect.extend`: whether an API takes a request; unless one is named, the one that it looks meant for. */
export function toBeAccepted(received: unknown, api?: ApiChoice, options: ScanOptions = {}): Verdict {
  checkOptions('toBeAccepted', options, scanOptions)
  if (api !== undefined && typeof api !== 'string') checkRulebook(api)
  const choice = chooseApi(received, typeof api === 'string' ? { api } : {})
  // No API takes what is no conversation, nor should a test pass because of a wrong name.
  if (!choice.ok) throw choice.error
  const rulebook = typeof api === 'object' ? api : choice.value.rulebook
  const refused = scan(received, rulebook, options).filter(({ severity }) => severity === 'refused')
  const pass = refused.length === 0
  return { pass, message: () => (pass ? taken(rulebook.name) : refusal(rulebook.name, refused)) }
}

function taken(api: string): string {
  return `This request was expected to be refused, but \`${api}\` takes it.`
}

function refusal(api: string, refused: readonly Finding[]): string {
  return [
    `This request was expected to be accepted, but \`${api}\` refuses it:`,
    ...refused.flatMap(lines),
  ].join('\n')
}

function lines({ at, rule, message, says }: Finding): readonly string[] {
  const place = at.length === 0 ? 'the request' : printPlace(at)
  return [`  ${place}  ${rule}  ${message}`, ...(says === undefined ? [] : [`    the API says: ${says}`])]
}
