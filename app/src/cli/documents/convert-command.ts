import type { Command } from '../program/command.ts'
import { conversionKinds } from '../program/flags.ts'

/** The command that writes a document of one format as another. */
export const convertCommand: Command = {
  name: 'convert',
  purpose: 'mend',
  summary: 'write a conversation of one API in the format of another',
  takes: '[FILE|-] --to FORMAT',
  flags: ['to', 'from', 'api', 'as', 'policy', 'model', 'words-into-results', 'batch', 'json'],
  means: {
    api: 'the API that will read the new document; if absent, the first party of its format',
    as: 'the kind of document: request, answer or error; if absent, it is recognised',
    batch: 'read and write JSON Lines, one document per line',
  },
  allows: { as: conversionKinds },
  about: [
    'This command reads a request body, its list of messages, an answer or an error, and prints it in another format.',
    'Calls and results stay together, and the API of the new format accepts the document. Losses are listed on',
    'standard error: each part that the new format cannot carry, with its place in the source.',
    'Exit code: 0, also with losses; 1 if the API would still refuse the document; 4 if it is no conversation.',
  ],
  examples: [
    'convert conversation.json --to openai-chat',
    'convert conversation.json --to openai-chat --api deepseek --model deepseek-chat',
    'convert answer.json --to anthropic-messages --as answer --json',
    'convert --batch --to gemini-contents < rows.jsonl > converted.jsonl',
  ],
  load: async () => (await import('./convert.ts')).convert,
}
