/**
 * Characters that turn or hide the text around them, and control characters: shown by their numbers, so that what is
 * read is what stands in the file.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Foreign text as it is shown: always as text, and nothing in it acts. */
export function plain(text: string): string {
  return text.replace(unseen, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)
}
