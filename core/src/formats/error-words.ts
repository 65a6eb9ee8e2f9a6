import type { NeutralResult, NeutralText, ResultPiece } from '../model/neutral.ts'
import { isStandIn, toolError } from '../texts/fixed.ts'

// Some formats have no flag for a tool that failed. There the flag is the first line of the result, so that the model
// sees it, and the way back finds it again.

/** The content of a result for a format without an error flag. */
export function flagInWords({ content, isError }: NeutralResult): readonly ResultPiece[] {
  if (!isError || isStandIn(onlyWords(content))) return content
  const [first, ...more] = content
  if (first?.kind === 'text') return [{ ...first, text: labelled(first.text) }, ...more]
  return [{ kind: 'text', text: toolError }, ...content]
}

/** The message of such a format: whether the tool failed, and the content without the label. */
export function flagFromWords(content: readonly ResultPiece[]): Pick<NeutralResult, 'content' | 'isError'> {
  const first = content[0]
  if (first?.kind !== 'text') return { content, isError: false }
  if (isStandIn(onlyWords(content))) return { content, isError: true }
  if (!first.text.startsWith(toolError)) return { content, isError: false }
  const more = content.slice(1)
  if (first.text === toolError) return { content: more.length === 0 ? [emptied(first)] : more, isError: true }
  const isError = first.text.startsWith(`${toolError}\n`)
  if (!isError) return { content, isError }
  return { content: [{ ...first, text: first.text.slice(toolError.length + 1) }, ...more], isError }
}

function labelled(text: string): string {
  return text === '' ? toolError : `${toolError}\n${text}`
}

function emptied(text: NeutralText): NeutralText {
  return { ...text, text: '' }
}

function onlyWords(content: readonly ResultPiece[]): string {
  const [only, ...more] = content
  return only?.kind === 'text' && more.length === 0 ? only.text : ''
}
