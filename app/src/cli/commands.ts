import type { Command } from './command.ts'

const conversation = '[FILE|-]'

/** All commands, in the order in which the help shows them. Each is loaded when it is called. */
export const commands: readonly Command[] = [
  {
    name: 'doctor',
    summary: 'say which sessions on this machine will be refused, and what mends them',
    takes: '[PATH...]',
    flags: ['agent', 'home', 'since', 'json'],
    about: [
      'Looks where the agents keep their sessions, or into any file or tree that is named: whose a session is,',
      'its records tell. What an agent still writes is not judged by its end. No session is changed.',
      'Ends with 0 if all are sound or none is there, with 1 if one will be refused or cannot be read.',
    ],
    examples: ['doctor', 'doctor --since 7d', 'doctor backup/projects --json'],
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    name: 'check',
    summary: 'say what an API would refuse in a conversation',
    takes: conversation,
    flags: ['api', 'format', 'policy', 'tail', 'batch', 'json'],
    about: [
      'Reads one conversation (a request body or its list of messages) from a file or from standard input.',
      'Ends with 0 if it is sound, with 1 if the API would refuse it.',
    ],
    examples: [
      'check conversation.json',
      'check conversation.json --api anthropic --json',
      'check --batch < rows.jsonl',
    ],
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'repair',
    summary: 'print the conversation mended',
    takes: conversation,
    flags: ['api', 'format', 'policy', 'tail', 'batch', 'json'],
    about: [
      'Prints the mended conversation; what was done is told on standard error. No file is changed.',
      'Ends with 0 if everything is mended, with 1 if something is left that the API would refuse.',
    ],
    examples: [
      'repair broken.json > fixed.json',
      'repair broken.json --policy drop > fixed.json',
      'repair --batch < rows.jsonl > mended.jsonl',
    ],
    load: async () => (await import('./repair.ts')).repair,
  },
  {
    name: 'compact',
    summary: 'print the conversation made smaller, every joint whole',
    takes: conversation,
    flags: ['budget', 'fraction', 'api', 'format', 'tail', 'dry-run', 'json'],
    about: [
      'Old results are shortened and cleared first, then the least important turns go. A call and its results',
      'stay or go together. Instructions, the first and the last words of the user, and the end always stay.',
      'What is broken is mended first. What was done is told on standard error. No file is changed.',
      'Ends with 0 if it is small enough, with 1 if it cannot be: then this is the smallest there is.',
    ],
    examples: [
      'compact conversation.json --budget 100000 > smaller.json',
      'compact conversation.json --fraction 0.5 --api anthropic > smaller.json',
      'compact conversation.json --budget 100000 --dry-run',
    ],
    load: async () => (await import('./compact.ts')).compact,
  },
  {
    name: 'explain',
    summary: 'say what an error of an API means, and what to do',
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
    summary: 'list the faults that are known, or say what is known of one',
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
    summary: 'list the APIs whose demands are known, or say what one demands',
    takes: '[API]',
    flags: ['json'],
    about: ['The names are what `--api` takes.'],
    examples: ['apis', 'apis mistral', 'apis --json'],
    load: async () => (await import('./apis.ts')).apis,
  },
  {
    name: 'formats',
    summary: 'list the ways a conversation can be written down',
    flags: ['json'],
    about: ['The names are what `--format` takes.'],
    examples: ['formats', 'formats --json'],
    load: async () => (await import('./formats.ts')).formats,
  },
  {
    name: 'demo',
    summary: 'break, mend and restore a conversation before your eyes',
    flags: [],
    about: ['Works in a temporary folder that it removes; sends nothing anywhere.'],
    examples: ['demo'],
    load: async () => (await import('./demo.ts')).demo,
  },
]
