import type { Media, Part, Result } from '../../model/transcript.ts'

/** Whether a part is a document, or a result that holds some, whose names are known. */
export function hasDocument(
  part: Part,
): part is (Media | Result) & { readonly documents: readonly string[] } {
  return (part.kind === 'media' || part.kind === 'result') && (part.documents?.length ?? 0) > 0
}
