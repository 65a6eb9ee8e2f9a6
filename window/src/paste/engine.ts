import type { PasteAnswer, PasteWish } from '../../../app/src/window/api.ts'
import { change } from '../client.ts'

/** Judges a pasted text: the program behind the page does. */
export function judge(wish: PasteWish): Promise<PasteAnswer> {
  return change<PasteAnswer>('paste', wish)
}
