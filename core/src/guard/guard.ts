import { MortiseError } from '../index.ts'
import { guarding } from './binding/state.ts'
import { checkGuard } from './choose.ts'
import { guardBedrock, isBedrock } from './clients/bedrock.ts'
import { guardGoogle, isGoogle } from './clients/google.ts'
import { guardMistral, isMistral } from './clients/mistral.ts'
import { guardStainless, isStainless } from './clients/stainless.ts'
import type { GuardOptions } from './options.ts'

/**
 * A client of the same type that mends each conversation before it is sent; the given client stays as it is.
 *
 * Knows the clients of `@anthropic-ai/sdk`, `openai`, `@google/genai`, `@aws-sdk/client-bedrock-runtime` and
 * `@mistralai/mistralai` by what they can do.
 */
export function guard<Client extends object>(client: Client, options: GuardOptions = {}): Client {
  checkGuard('guard', options)
  if (Object(client) === client) {
    const own = guarding(options)
    if (isStainless(client)) return guardStainless(client, own)
    if (isGoogle(client)) return guardGoogle(client, own)
    if (isBedrock(client)) return guardBedrock(client, own)
    if (isMistral(client)) return guardMistral(client, options)
  }
  throw new MortiseError('unknown-client', 'This is no client that can be guarded.', {
    hint: 'Give the client a guarded fetch: new Client({ fetch: guardFetch(fetch) })',
  })
}
