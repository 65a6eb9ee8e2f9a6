import type { Pattern } from '../pattern.ts'
import { anthropicLike } from './speakers.ts'

/** Sentences about tools that a request declares or does not. */
export const tools: readonly Pattern[] = [
  {
    pattern: ['toolConfig field must be defined', 'TOOL_CONFIG_MISSING'],
    rules: ['tools-not-declared'],
    apis: ['bedrock'],
  },
  {
    pattern: [
      '`tool_use` or `tool_result` blocks must define tools',
      'support tool calling without `tools=` param',
      'expects the `tools=` param to be passed',
    ],
    bare: [
      'Requests which include or blocks must define tools',
      'support tool calling without param',
      'expects the param to be passed',
    ],
    rules: ['tools-not-declared'],
    apis: ['bedrock', 'anthropic'],
  },
  {
    pattern: [
      'tool_choice … is incompatible with thinking enabled',
      'tool_choice specified is incompatible with thinking',
    ],
    rules: ['forced-call-when-thinking'],
    apis: ['kimi'],
  },
  {
    pattern: ['Thinking mode does not support this tool_choice', 'does not support this tool_choice'],
    rules: ['forced-call-when-thinking'],
    apis: ['deepseek'],
  },
  {
    pattern: ['Thinking may not be enabled when tool_choice forces tool use'],
    rules: ['forced-call-when-thinking'],
    apis: [...anthropicLike, 'bedrock'],
  },
  { pattern: ['function parameters is empty'], rules: ['tool-parameters-missing'], apis: ['minimax'] },
  {
    pattern: ['function name or parameters is empty'],
    rules: ['tool-parameters-missing', 'tool-name-missing'],
    apis: ['minimax'],
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
