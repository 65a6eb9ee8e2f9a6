/**
 * Characters that a terminal obeys instead of showing: control characters, line separators, and the characters that turn
 * or hide text (bidirectional controls, invisible joiners, tag characters). Emoji joiners are shown, so they stay.
 */
const unprintable =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu

/** Makes foreign text safe for a terminal: each character that it would obey is written as its `\u` escape. */
export function printable(text: string): string {
  return text.replace(unprintable, escaped)
}

/** Whether a terminal shows a text as it is. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) < 0
}

/**
 * Makes JSON text safe for a terminal; it stays the same JSON.
 *
 * JSON allows these characters inside of strings only, where the escape means the same. Line breaks and tabs between
 * values stay.
 */
export function printableJson(text: string): string {
  return text.replace(unprintable, (letter) => ('\n\r\t'.includes(letter) ? letter : escaped(letter)))
}

function escaped(letter: string): string {
  return [...Array(letter.length).keys()]
    .map((index) => `\\u${letter.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
}
