const letter = { width: 7.8, height: 18 }
const margin = 16
const escapeCode = String.fromCharCode(27)

/** The colours of a terminal, by the numbers that a program prints to choose them. */
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff', 2: '#8b949e' }

/** Lines of a terminal as an SVG picture, in their colours. */
export function drawing(lines, columns) {
  const width = Math.ceil(columns * letter.width) + 2 * margin
  const height = lines.length * letter.height + 2 * margin
  const texts = painted(lines).map((line, index) => textAt(line, margin + (index + 1) * letter.height - 5))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    '<title>mortise doctor finds a broken session, and mortise repair mends it</title>',
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13" fill="#e6edf3" xml:space="preserve">',
    ...texts.filter((text) => text !== ''),
    '</g>',
    '</svg>',
    '',
  ].join('\n')
}

function textAt(line, y) {
  if (line === '') return ''
  const weight = line.startsWith('$ ') ? ' font-weight="bold"' : ''
  return `<text x="${margin}" y="${y}"${weight}>${line}</text>`
}

/** Lines as SVG text. A colour holds until the next colour code, also on the lines below. */
function painted(lines) {
  let colour
  const span = (text) =>
    colour === undefined || text === '' ? escaped(text) : `<tspan fill="${colour}">${escaped(text)}</tspan>`
  return lines.map((line) => {
    const [first, ...rest] = line.split(`${escapeCode}[`)
    const spans = [span(first)]
    for (const piece of rest) {
      const end = piece.indexOf('m')
      colour = colours[piece.slice(0, end)]
      spans.push(span(piece.slice(end + 1)))
    }
    return spans.join('')
  })
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
