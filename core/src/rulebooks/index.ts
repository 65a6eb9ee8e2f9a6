import type { Rulebook } from '../model/rulebook.ts'
import { anthropic, anthropicStrict } from './anthropic.ts'
import { deepseek } from './deepseek.ts'
import { mistral } from './mistral.ts'
import { openai } from './openai.ts'

/** Every API that Mortise knows. */
export const rulebooks: readonly Rulebook[] = [anthropic, anthropicStrict, openai, deepseek, mistral]
