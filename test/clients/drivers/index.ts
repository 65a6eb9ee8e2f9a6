import type { Driver } from '../driver.ts'
import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { google } from './google.ts'
import { mistral } from './mistral.ts'
import { chat, responses } from './openai.ts'

/** Every client that `guard` knows. */
export const drivers: readonly Driver[] = [anthropic, chat, responses, google, bedrock, mistral]
