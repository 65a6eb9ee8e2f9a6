import type { Converter, Lose } from '../model/converter.ts'
import { isObject, printJson } from '../model/json.ts'
import type { NeutralRequest, ResultPiece } from '../model/neutral.ts'
import { eachPart } from './each-part.ts'

/**
 * Results as the target tells them: JSON values where it has them, else their text.
 *
 * Text that is a printed JSON value becomes that value, and the value becomes that text again: nothing is lost on the
 * way there and back. Text that is printed in another way stays text, since its blanks could not come back.
 */
export function structuredResults(
  request: NeutralRequest,
  from: Converter,
  to: Converter,
  lose: Lose,
): NeutralRequest {
  if ((from.takesJson === undefined) === (to.takesJson === undefined)) return request
  return eachPart(request, (part) => {
    if (part.kind !== 'result') return part
    if (to.takesJson === undefined) {
      if (isUnreadable(part.content, from))
        lose(part.at, 'structure of a result', 'It is written as JSON text.')
      return part
    }
    const content = withValue(part.content, to)
    return content === part.content ? part : { ...part, content }
  })
}

/** Whether the way back could not tell the value from its text. */
function isUnreadable(content: readonly ResultPiece[], { takesJson }: Converter): boolean {
  if (!content.some(({ kind }) => kind === 'json')) return false
  const [only, ...more] = content
  return more.length > 0 || only?.kind !== 'json' || !isNested(only.json) || takesJson?.(only.json) === false
}

function withValue(content: readonly ResultPiece[], { takesJson }: Converter): readonly ResultPiece[] {
  const [only, ...more] = content
  if (only?.kind !== 'text' || more.length > 0 || only.mark !== undefined || only.own !== undefined)
    return content
  const json = printedValue(only.text)
  if (json === undefined || takesJson?.(json) === false) return content
  const { at } = only
  return [at === undefined ? { kind: 'json', json } : { kind: 'json', at, json }]
}

/** The object or list that a text is the shortest print of. */
function printedValue(text: string): unknown {
  const first = text.charCodeAt(0)
  if (first !== 123 && first !== 91) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return printJson(value) === text ? value : undefined
  } catch {
    return undefined
  }
}

function isNested(value: unknown): boolean {
  return isObject(value) || Array.isArray(value)
}
