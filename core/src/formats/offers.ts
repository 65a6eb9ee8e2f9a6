import type { Format, OfferForm } from '../model/format.ts'
import { aiSdkOffers } from './ai-sdk/offers.ts'
import { anthropicOffers } from './anthropic-messages/offers.ts'
import { converseOffers } from './bedrock-converse/offers.ts'
import { geminiOffers } from './gemini-contents/offers.ts'
import { chatOffers } from './openai-chat/offers.ts'
import { responsesOffers } from './openai-responses/offers.ts'

/** How bodies offer tools, by format. */
const offers: Readonly<Record<string, OfferForm>> = {
  'ai-sdk': aiSdkOffers,
  'anthropic-messages': anthropicOffers,
  'bedrock-converse': converseOffers,
  'gemini-contents': geminiOffers,
  'openai-chat': chatOffers,
  'openai-responses': responsesOffers,
}

/** The same format, which can also be asked about single tools: a door of one format has no use for that. */
export function withOffers(format: Format): Format {
  const form = offers[format.name]
  return form === undefined ? format : { ...format, offers: form }
}
