/** The beginning of a text, and a mark where something was cut; a letter of two halves stays whole or goes. */
export function cutText(text: string, length: number, mark: string): string {
  if (text.length <= length) return text
  return `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')}${mark}`
}
