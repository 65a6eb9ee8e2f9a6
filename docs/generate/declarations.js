import { readFileSync } from 'node:fs'

const declared = /^(?:export )?(?:declare )?(?:abstract )?(const|function|class|interface|type) (\w+)/
const listed = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?;/
const starred = /^export (?:type )?\* from '([^']+)';/
const imported = /^import (?:type )?\{([^}]*)\} from '([^']+)';/

const modules = new Map()

/**
 * The exports of a declaration file, in its order: names with comment and text.
 *
 * A name from another package has `from` instead of a text. The compiler writes these files, so that every statement
 * begins at the left margin and no other line does.
 */
export function exportsOf(file) {
  const found = moduleAt(file).exports.flatMap(({ name, local, from }) => {
    if (name === undefined) return from.startsWith('.') ? exportsOf(resolved(file, from)) : [{ from }]
    const item = itemOf(file, local, from)
    return item === undefined ? [] : [{ ...item, name }]
  })
  const firsts = new Map(found.map((each) => [each.name ?? each.from, each]).reverse())
  return found.filter((each) => firsts.get(each.name ?? each.from) === each)
}

/** The declaration behind a name that a file declares, imports or exports. */
export function itemOf(file, name, from) {
  if (from !== undefined) return from.startsWith('.') ? itemOf(resolved(file, from), name) : { from }
  const { items, imports, exports } = moduleAt(file)
  if (items.has(name)) return items.get(name)
  const passed = imports.get(name) ?? exports.find((each) => each.name === name && each.from !== undefined)
  return passed === undefined ? undefined : itemOf(file, passed.local, passed.from)
}

function moduleAt(file) {
  const known = modules.get(file.href)
  if (known !== undefined) return known
  const module = read(file)
  modules.set(file.href, module)
  return module
}

function read(file) {
  const module = { items: new Map(), imports: new Map(), exports: [] }
  for (const { comment, text } of statements(readFileSync(file, 'utf8'))) {
    const [, names, from] = listed.exec(text) ?? []
    if (names !== undefined) module.exports.push(...pairs(names).map((pair) => ({ ...pair, from })))
    const [, star] = starred.exec(text) ?? []
    if (star !== undefined) module.exports.push({ from: star })
    const [, taken, source] = imported.exec(text) ?? []
    for (const { name, local } of pairs(taken ?? '')) module.imports.set(name, { local, from: source })
    addItem(module, { comment, text, file })
  }
  return module
}

function addItem({ items, exports }, { comment, text, file }) {
  const [, kind, name] = declared.exec(text) ?? []
  if (name === undefined) return
  const earlier = items.get(name)
  const own = text.replace(/^export /, '').replace(/^declare /, '')
  items.set(name, {
    kind,
    file,
    comment: earlier?.comment ?? comment,
    text: earlier === undefined ? own : `${earlier.text}\n${own}`,
  })
  if (earlier === undefined && text.startsWith('export ')) exports.push({ name, local: name })
}

/** Statements with the comments before them. */
function statements(text) {
  const found = []
  let comment = ''
  for (const [block] of text.matchAll(/^\/\*\*[\s\S]*?\*\/|^[a-z].*(?:\n(?![a-z/]).*)*/gm)) {
    if (!block.startsWith('/**')) found.push({ comment, text: block.trimEnd() })
    comment = block.startsWith('/**') ? words(block) : ''
  }
  return found
}

function words(block) {
  return block
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replace(/^ +\* ?/gm, '')
    .trim()
}

/** The pairs of `a, type b, c as d`. */
function pairs(names) {
  return names
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter((name) => name !== '')
    .map((name) => name.split(' as '))
    .map(([local, name = local]) => ({ local, name }))
}

function resolved(file, from) {
  return new URL(from.replace(/\.ts$/, '.d.ts'), file)
}
