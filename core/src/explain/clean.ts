const escapeCode = String.fromCharCode(27)
const bell = String.fromCharCode(7)

/** Colours, cursor moves and titles of a terminal; a colour also where its escape character is lost. */
const terminal = new RegExp(
  [
    `${escapeCode}\\][^${bell}${escapeCode}]*${bell}?`,
    `${escapeCode}\\[[\\d;?]*[A-Za-z]`,
    '\\[\\d{1,3}(?:;\\d{1,3}){0,4}m',
    escapeCode,
  ].join('|'),
  'g',
)
const frame = /[\u2500-\u259f\u23bf]/g
const leftBorder = /^\s*[\u2500-\u259f]+ ?/
const rightBorder = / ?[\u2500-\u259f]$/
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&#x27;': "'",
  '&#34;': '"',
  '&#96;': '`',
  '&#x60;': '`',
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
}

/** Takes off what terminals, pages and word processors put on a text; lines that were wrapped are joined. */
export function clean(text: string): string {
  const plain = text
    .replace(terminal, '')
    .replace(invisible, '')
    .replace(/&(?:quot|apos|lt|gt|amp|#39|#34|#96|#x27|#x60);/g, (entity) => entities[entity] ?? entity)
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
  return joinLines(plain)
}

/** Joins the lines of each paragraph; a line of a stack trace is a paragraph of its own. */
function joinLines(text: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of text.split(/\r\n?|\n/)) {
    const bare = withoutBorders(line).replace(frame, ' ')
    if (/^\s*(?:at\s.*)?$/.test(bare)) paragraphs.push([])
    if (bare.trim() !== '') paragraphs.at(-1)?.push(bare)
  }
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => (isCutAtWidth(lines) ? lines.join('') : lines.map((line) => line.trim()).join(' ')))
    .join('\n')
}

/** A line without the box around it; what pads it stays, so that lines of one width keep it. */
function withoutBorders(line: string): string {
  return leftBorder.test(line) ? line.replace(leftBorder, '').trimEnd().replace(rightBorder, '') : line
}

/** Whether lines end where the screen did, inside of words too. */
function isCutAtWidth(lines: readonly string[]): boolean {
  const width = lines[0]?.length ?? 0
  if (lines.length < 3 || !lines.slice(0, -1).every((line) => line.length === width)) return false
  return (lines.at(-1)?.length ?? 0) <= width && lines.slice(1).some((line) => /^\S/.test(line))
}

/** The given value as text: an error can be given as it was thrown, and some objects cannot be printed. */
export function textOf(given: unknown): string {
  try {
    return String(given)
  } catch {
    return ''
  }
}
