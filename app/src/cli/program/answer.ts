import type { Choice } from '@mortise/core'
import type { InputSource } from '../input/source.ts'

/** The subject of a JSON answer. */
export interface Subject {
  readonly kind: string
  readonly path?: string
  readonly format?: string
  readonly api?: string
}

/** The head that every JSON answer begins with. */
export function answerHead(command: string, target: Subject): Readonly<Record<string, unknown>> {
  return { schema: 'mortise/1', command, target }
}

/** One document, held to one API, as a target. */
export function documentTarget(source: InputSource, choice: Choice): Subject {
  const names = { format: choice.format.name, api: choice.rulebook.name }
  return source.path === undefined
    ? { kind: 'document', ...names }
    : { kind: 'document', path: source.path, ...names }
}
