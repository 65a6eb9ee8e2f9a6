// @ts-check
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commands } from './dist/cli/program/commands.js'
import { commonFlags, flagTable } from './dist/cli/program/flags.js'

// The manual page says what the help says: it is written from the same tables.
const out = fileURLToPath(new URL('dist/man', import.meta.url))
mkdirSync(out, { recursive: true })
writeFileSync(`${out}/mortise.1`, page().join('\n').concat('\n'))

function page() {
  return [
    '.TH MORTISE 1',
    '.SH NAME',
    'mortise \\- find and mend broken tool calls in LLM conversations',
    '.SH SYNOPSIS',
    '.B mortise',
    '.I COMMAND',
    '[FILE|\\-] [flags]',
    '.SH COMMANDS',
    ...commands.flatMap(commandLines),
    '.SH FLAGS OF EVERY COMMAND',
    ...commonFlags.flatMap((name) => flagLines(name)),
  ]
}

/** @param {(typeof commands)[number]} command */
function commandLines({ name, takes, summary, about, flags, means, examples }) {
  return [
    `.SS ${roff(takes === undefined ? name : `${name} ${takes}`)}`,
    roff(`${summary}.`),
    '.PP',
    ...about.map(roff),
    ...flags.flatMap((flag) => flagLines(flag, means?.[flag])),
    '.PP',
    'Examples:',
    '.nf',
    ...examples.map((example) => roff(`  mortise ${example}`)),
    '.fi',
  ]
}

/** @param {(typeof commonFlags)[number]} name @param {string} [meaning] */
function flagLines(name, meaning) {
  const { short, value, says } = flagTable[name]
  const long = value === undefined ? `--${name}` : `--${name} ${value}`
  return ['.TP', `.B ${roff(short === undefined ? long : `-${short}, ${long}`)}`, roff(meaning ?? says)]
}

/** Text as roff takes it: no escape, no request. @param {string} text */
function roff(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^(?=[.'])/, '\\&')
}
