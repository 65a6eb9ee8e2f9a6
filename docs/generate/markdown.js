/** Text that a reader of Markdown sees as it is written. */
export function code(text) {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const space = /^`|`$/.test(text) ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** A table whose columns stand under each other. */
export function table(titles, rows) {
  const cells = [titles, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = titles.map((_, index) => Math.max(3, ...cells.map((row) => lengthOf(row[index]))))
  const pad = (cell, index) => cell + ' '.repeat(widths[index] - lengthOf(cell))
  const [head, ...body] = cells.map((row) => `| ${row.map(pad).join(' | ')} |`)
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [head, rule, ...body].join('\n')
}

function lengthOf(text) {
  return [...text].length
}

/** A list of lines. */
export function list(lines) {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** A page of blocks; what is undefined is left out. */
export function page(blocks) {
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`
}

/** A sentence from a few words. */
export function sentence(words) {
  return `${words[0].toUpperCase()}${words.slice(1)}.`
}

/** A conversation as compact JSON: one line for each turn, one for each other member of the body. */
export function conversation(document, format) {
  const root = format.rootOf(document)
  const lines = root.length === 0 ? turnLines(document, '') : bodyLines(document, root[0])
  return ['```json', ...lines, '```'].join('\n')
}

function bodyLines(body, turnsMember) {
  const members = Object.entries(body).map(([key, value]) =>
    key === turnsMember && Array.isArray(value)
      ? [`  ${JSON.stringify(key)}: [`, ...turnLines(value, '  ').slice(1)]
      : [`  ${JSON.stringify(key)}: ${compact(value)}`],
  )
  const separated = members.map((lines, index) =>
    index === members.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1)},`],
  )
  return ['{', ...separated.flat(), '}']
}

function turnLines(turns, indent) {
  const last = turns.length - 1
  const lines = turns.map((turn, index) => `${indent}  ${compact(turn)}${index === last ? '' : ','}`)
  return [`${indent}[`, ...lines, `${indent}]`]
}

/** JSON in one line, with a space where a reader breathes. */
function compact(value) {
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map(compact).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${compact(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
