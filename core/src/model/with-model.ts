import type { Format } from './format.ts'

/**
 * The same format, for documents whose model is named beside them: in the path of a request.
 *
 * A model that the document names itself counts.
 */
export function withModel(format: Format, model: string): Format {
  return {
    ...format,
    factsOf(document, before) {
      const facts = format.factsOf(document, before)
      return facts.model === undefined ? { ...facts, model } : facts
    },
  }
}
