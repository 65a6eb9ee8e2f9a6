import type { Driver } from '../driver.ts'
import { anthropic } from './anthropic.ts'
import { bedrock } from './bedrock.ts'
import { bareFetch } from './fetch.ts'
import { google } from './google.ts'
import { langchain } from './langchain.ts'
import { mistral } from './mistral.ts'
import { chat, responses } from './openai.ts'

/** Every client that `guard` knows, and what a guarded `fetch` is given to. */
export const drivers: readonly Driver[] = [
  anthropic,
  chat,
  responses,
  google,
  bedrock,
  mistral,
  bareFetch,
  langchain,
]
