import { judgePaste } from '../../app/src/documents/paste.ts'
import type { PasteAnswer, PasteWish } from '../../app/src/window/api.ts'

/** Judges a pasted text in the browser itself: there is no server. */
export async function judge(wish: PasteWish): Promise<PasteAnswer> {
  return judgePaste(wish)
}
