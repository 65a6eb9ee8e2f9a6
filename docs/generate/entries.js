import { readFileSync } from 'node:fs'
import { formats } from '@mortise/core'

const dist = new URL('../../core/dist/', import.meta.url)
const { rules } = await import(new URL('rules/index.js', dist).href)
const { means } = await import(new URL('engine/draft/means.js', dist).href)
const rulebooks = await namedRulebooks()
const lineWidth = 110

/** The door of each format, `core/src/entries/<format>.ts`: the rules that its APIs name, and no others. */
export function entries(root) {
  return formats.map((format) => [`core/src/entries/${format.name}.ts`, entry(root, format)])
}

function entry(root, format) {
  const books = rulebooks.filter(({ value }) => value.format === format.name)
  const demanded = new Set(books.flatMap(({ value }) => Object.keys(value.rows)))
  const own = rules.filter(({ name }) => demanded.has(name))
  const given = meansOf(root, own, format)
  const known = given.length === 0 ? 'known' : 'mending'
  const memory = demanded.has('reasoning-bound') ? ', bindingMemory' : ''
  return `// Written by \`npm run docs\` from the registries of rules and APIs.
${imports({ format, books, own, given, memory }).join('\n')}

export { apply } from '../engine/diff/apply.ts'
export { invert } from '../engine/diff/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
${wrapped(
  'export const rulebooks: readonly Rulebook[] = ',
  '[]',
  books.map(({ exported }) => exported),
)}

// The rules that an API of this format names, in the order of the registry.
${wrapped(
  'const rules: readonly Rule[] = ',
  '[]',
  own.map(({ name }) => camel(name)),
)}

const known: Known = { formats: [format], rulebooks, rules, isSelection: true }
${given.length === 0 ? '' : `${wrapped('const mending: Known = /* @__PURE__ */ withMeans(known, ', '{}', given.map(member), ')')}\n`}
export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(${known})
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(${known})
export const follow: Door['follow'] = /* @__PURE__ */ followOf(${known}${memory})
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
`
}

function imports({ format, books, own, given, memory }) {
  return [
    ...(memory === '' ? [] : [`import { bindingMemory } from '../binding/memory.ts'`]),
    `import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'`,
    ...grouped([
      ...given.map((name) => [`../engine/draft/${meanFiles[name]}.ts`, camel(name)]),
      ...(given.length === 0 ? [] : [['../engine/draft/means.ts', 'withMeans']]),
    ]),
    `import { ${camel(format.name)} as format } from '../formats/${format.name}/index.ts'`,
    `import type { Known } from '../model/known.ts'`,
    `import type { Rule } from '../model/rule.ts'`,
    `import type { Rulebook } from '../model/rulebook.ts'`,
    ...grouped(books.map(({ file, exported }) => [`../rulebooks/${file}`, exported])),
    ...grouped(own.map(({ name }) => [`../rules/${name}.ts`, camel(name)])),
  ]
}

/** Import lines, one for each file, in the order of the linter. */
function grouped(pairs) {
  return [...groupBy(pairs)]
    .sort(([one], [other]) => compare(one.replace('.ts', ''), other.replace('.ts', '')))
    .map(([file, own]) => {
      const names = own.map(([, name]) => name).sort(compare)
      return `import { ${names.join(', ')} } from '${file}'`
    })
}

function groupBy(pairs) {
  const groups = new Map()
  for (const pair of pairs) groups.set(pair[0], [...(groups.get(pair[0]) ?? []), pair])
  return groups
}

function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0
}

/** The files of the engine's rarely needed functions. */
const meanFiles = {
  'add-text': 'deeds',
  hoist: 'hoist',
  lead: 'deeds',
  merge: 'regroup',
  move: 'deeds',
  split: 'regroup',
  unfold: 'reshape',
  'well-form': 'deeds',
}

/** What the rules ask the engine for, by the intents in their sources. */
function meansOf(root, own, format) {
  const asked = own.flatMap(({ name }) => {
    const source = readFileSync(new URL(`core/src/rules/${name}.ts`, root), 'utf8')
    return [...source.matchAll(/do: '([\w-]+)'/g)].map(([, kind]) => kind)
  })
  // Only what a format writes as several turns is unfolded.
  const isNeeded = (kind) => kind in means && (kind !== 'unfold' || format.unfold !== undefined)
  return [...new Set(asked)].filter(isNeeded).sort()
}

function member(name) {
  return name === camel(name) ? name : `'${name}': ${camel(name)}`
}

/** A line with its members in brackets; one that is too long has a line for each. */
function wrapped(start, [open, close], members, end = '') {
  const inner = open === '{' ? ` ${members.join(', ')} ` : members.join(', ')
  const line = `${start}${open}${inner}${close}${end}`
  if (line.length <= lineWidth) return line
  return `${start}${open}\n${members.map((name) => `  ${name},\n`).join('')}${close}${end}`
}

function camel(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())
}

/** Every rulebook of the registry, in its order, with its file and the name that it is exported by. */
async function namedRulebooks() {
  const { rulebooks: registry } = await import(new URL('rulebooks/index.js', dist).href)
  const source = readFileSync(new URL('../../core/src/rulebooks/index.ts', import.meta.url), 'utf8')
  const files = [...source.matchAll(/^import \{[^}]*\} from '\.\/([\w-]+\.ts)'/gm)].map(([, file]) => file)
  const found = new Map()
  for (const file of files) {
    const module = await import(new URL(`rulebooks/${file.replace('.ts', '.js')}`, dist).href)
    for (const [exported, value] of Object.entries(module)) found.set(value, { file, exported, value })
  }
  return registry.map((value) => found.get(value))
}
