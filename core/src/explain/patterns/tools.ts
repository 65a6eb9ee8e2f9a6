import type { Pattern } from '../pattern.ts'
import { anthropicLike } from './speakers.ts'

/** Sentences about tools that a request declares or does not. */
export const tools: readonly Pattern[] = [
  {
    pattern: ['TOOL_CONFIG_MISSING'],
    rules: ['tools-not-declared'],
    apis: ['bedrock'],
  },
  {
    pattern: ['support tool calling without `tools=` param', 'expects the `tools=` param to be passed'],
    bare: ['support tool calling without param', 'expects the param to be passed'],
    rules: ['tools-not-declared'],
    apis: ['bedrock', 'anthropic'],
  },
  {
    pattern: ['does not support this tool_choice'],
    rules: ['forced-call-when-thinking'],
    apis: ['deepseek'],
  },
  {
    pattern: ['function name or parameters is empty'],
    rules: ['tool-parameters-missing', 'tool-name-missing'],
    apis: ['minimax'],
  },
  {
    pattern: ['message uses tools, but tools are not declared'],
    rules: ['tools-not-declared'],
    apis: ['gemini'],
  },
  {
    pattern: ['blocks must include tool definition'],
    rules: ['tools-not-declared', 'undeclared-tool'],
    apis: anthropicLike,
  },
  {
    pattern: ['Tool reference … not found in available tools'],
    rules: ['undeclared-tool-reference'],
    apis: anthropicLike,
  },
]
