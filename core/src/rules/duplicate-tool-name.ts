import type { Rule } from '../model/rule.ts'
import type { Words } from '../model/words.ts'

/** Two declared tools have one name: the second goes if it is the same, else nobody knows which one is meant. */
export const duplicateToolName: Rule = {
  name: 'duplicate-tool-name',
  title: 'Two declared tools have one name',
  text: {
    usual: 'A tool is declared twice.',
    different: 'Two different tools are declared by one name.',
  },
  stage: 'after',
  about: 'repeatedTools',
  *detect({ facts: { repeatedTools } }) {
    if (repeatedTools === 'same')
      yield { variant: 'same', intents: [{ do: 'set-body', fact: 'distinct-tools', value: true }] }
    if (repeatedTools === 'different') yield { variant: 'different', intents: [] }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The request declares two tools by one name. This happens when two MCP servers or plugins offer the same tool.',
  todo: 'Turn one of the two tools off, or give it another name. A repair removes a tool that is declared twice.',
}
