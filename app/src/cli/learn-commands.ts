import type { Command } from './command.ts'

/** The commands to learn from and to try things with; none changes a file. */
export const learnCommands: readonly Command[] = [
  {
    name: 'explain',
    purpose: 'learn',
    summary: 'say what an error message of an API means, and what to do',
    takes: '[TEXT|-]',
    flags: ['json'],
    about: [
      'Takes the error as words, from standard input, or pasted; as it came, wrapped or cut.',
      'Single quotes keep it whole: in double quotes a shell runs what stands in backticks.',
      'Ends with 0 if it is explained, with 1 if nothing in it is known.',
    ],
    examples: [
      "explain 'messages.3: `tool_use` ids were found without `tool_result` blocks'",
      'explain < error.log',
      'explain --json < error.log',
    ],
    load: async () => (await import('./explain.ts')).explain,
  },
  {
    name: 'rules',
    purpose: 'learn',
    summary: 'list the known faults, or explain one',
    takes: '[RULE]',
    flags: ['api', 'json'],
    about: [
      'With a rule: how it comes about, what a repair does, and which APIs refuse it, in their own words.',
      'With an API: only the faults that it refuses or advises against. Each with how good the record is.',
    ],
    examples: ['rules', 'rules call-without-result', 'rules --api anthropic'],
    load: async () => (await import('./rules.ts')).rules,
  },
  {
    name: 'apis',
    purpose: 'learn',
    summary: 'list the known APIs, or show the demands of one',
    takes: '[API]',
    flags: ['json'],
    about: ['The names are what `--api` takes.'],
    examples: ['apis', 'apis mistral', 'apis --json'],
    load: async () => (await import('./apis.ts')).apis,
  },
  {
    name: 'formats',
    purpose: 'learn',
    summary: 'list the known formats of conversations',
    flags: ['json'],
    about: ['The names are what `--format` takes.'],
    examples: ['formats', 'formats --json'],
    load: async () => (await import('./formats.ts')).formats,
  },
  {
    name: 'sandbox',
    purpose: 'learn',
    summary: 'run a local mock provider that rejects what the real APIs reject',
    flags: ['port', 'host', 'api', 'scenario', 'json'],
    about: [
      'Answers at the paths of Anthropic, OpenAI (chat and responses), Gemini, Bedrock Converse and others, over',
      'HTTP/1.1 and HTTP/2, plain and as a stream. What an API refuses gets its status, its error and its sentence;',
      'all else gets an answer that is always the same. Any key is taken, and nothing leaves this machine.',
      'A request asks for tool calls, faults and delays by a header: `x-mortise-scenario: parallel`.',
      'It runs until it is interrupted, and ends with 0 then.',
    ],
    examples: [
      'sandbox --port 8080',
      'sandbox --port 8080 --api mistral',
      'sandbox --port 8080 --scenario scenarios.json --json',
    ],
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  {
    name: 'demo',
    purpose: 'learn',
    summary: 'break, mend and restore an example conversation',
    flags: [],
    about: ['Works in a temporary folder that it removes; sends nothing anywhere.'],
    examples: ['demo'],
    load: async () => (await import('./demo.ts')).demo,
  },
]
