import { readdirSync, readFileSync } from 'node:fs'

const folder = 'core/src/rules/'

/** The names of the local rules, with the members of a row that each reads: from the files of the rules. */
export function ruleNamesFile(root) {
  const rules = localRules(root).map((name) => ({ name, reads: readsOf(root, name) }))
  const text = `// Written by \`npm run docs\` from the files in \`${folder}\`.

/** The local rules, each with the members of a row that it reads. */
export interface LocalReads {
${rules.map(({ name, reads }) => `  ${key(name)}: ${reads}\n`).join('')}}

/** The names of the local rules, in alphabetical order. */
export const localRules: readonly (keyof LocalReads)[] = [
${rules.map(({ name }) => `  '${name}',\n`).join('')}]
`
  return ['core/src/model/local-rules.ts', text]
}

/** The words of each local rule, from its own file: `explain` takes these along, and leaves the rules themselves. */
export function ruleWordsFile(root) {
  const names = localRules(root)
  const text = `// Written by \`npm run docs\` from the files in \`${folder}\`.
import type { LocalReads } from '../model/local-rules.ts'
import type { Words } from '../model/words.ts'
${names.map((name) => `import { words as ${camel(name)} } from '../rules/${name}.ts'\n`).join('')}
/** The words for a person about each local rule, from its own file. */
export const localWords: Readonly<Record<keyof LocalReads, Words>> = {
${names.map((name) => `  ${key(name)}: ${camel(name)},\n`).join('')}}
`
  return ['core/src/explain/local-words.ts', text]
}

/** The names of the files that hold one rule each. */
function localRules(root) {
  return readdirSync(new URL(folder, root))
    .filter((file) => !file.endsWith('.test.ts') && file !== 'index.ts')
    .map((file) => file.replace(/\.ts$/, ''))
    .sort()
}

/** The argument of `Rule<…>` in the file of a rule; a plain `Rule` reads nothing of its row. */
function readsOf(root, name) {
  const source = readFileSync(new URL(`${folder}${name}.ts`, root), 'utf8')
  const [, reads = ''] = /^export const \w+: Rule(?:<([^>]*)>)? = \{$/m.exec(source) ?? []
  const members = [...reads.matchAll(/'\w+'/g)].map(([member]) => member)
  return members.length === 0 ? 'never' : members.join(' | ')
}

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

function key(name) {
  return name.includes('-') ? `'${name}'` : name
}
