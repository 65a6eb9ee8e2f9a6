import { exportsOf, itemOf } from './declarations.js'
import { code, page, table } from './markdown.js'

/** The entries that programs import, each with its declarations. */
const entries = [
  ['@mortise/core', 'core/dist/index.d.ts'],
  ['@mortise/core/guard', 'core/dist/guard/index.d.ts'],
  ['mortise/sessions', 'app/dist/doors/sessions.d.ts'],
  ['mortise/ledger', 'app/dist/doors/ledger.d.ts'],
  ['mortise/sandbox', 'app/dist/doors/sandbox.d.ts'],
  ['mortise/gateway', 'app/dist/doors/gateway.d.ts'],
  ['mortise/tracing', 'app/dist/doors/tracing.d.ts'],
]

/** The exports that most programs need; the others follow in alphabetical order. */
const common = ['repair', 'scan', 'plan', 'apply', 'invert', 'follow', 'openCalls', 'explain', 'compact']

/** Types for people who write formats and rulebooks of their own: the reference names only the file that declares each. */
const deep = [
  'Api',
  'Condition',
  'Format',
  'Layout',
  'Origin',
  'Part',
  'Pick',
  'Row',
  'Rulebook',
  'Transcript',
  'Turn',
]

/** The reference of all exports, from their doc comments. */
export function reference(root) {
  return page([
    '# API reference',
    'The exports of each entry, written from their doc comments by `npm run docs`. The [contract](contract.md) says what holds for all of them. `mortise` exports the same as `@mortise/core`.',
    ...entries.flatMap(([name, path]) => entryBlocks(name, exportsOf(new URL(path, root)))),
  ])
}

function entryBlocks(entry, exports) {
  const own = exports.filter(({ from }) => from === undefined)
  const others = exports.filter(({ from }) => from !== undefined).map(({ name }) => code(name))
  const isType = ({ kind }) => kind === 'interface' || kind === 'type'
  const values = own.filter((item) => !isType(item)).sort(byUse)
  const types = own.filter(isType).sort(byUse)
  return [
    `## ${code(entry)}`,
    table(
      ['export', 'summary'],
      values.map(({ name, comment }) => [`[${code(name)}](#${name.toLowerCase()})`, summary(comment)]),
    ),
    others.length === 0 ? undefined : `Also exported, as by \`@mortise/core\`: ${others.join(', ')}.`,
    ...values.flatMap(blocks),
    types.length === 0 ? undefined : `### Types of ${code(entry)}`,
    ...types.flatMap(blocks),
  ]
}

function byUse({ name: one }, { name: other }) {
  const rank = (name) => (common.includes(name) ? common.indexOf(name) : common.length)
  return rank(one) - rank(other) || (one < other ? -1 : 1)
}

function blocks(item) {
  if (deep.includes(item.name)) return [`#### ${code(item.name)}`, item.comment, declaredIn(item.file)]
  return [`#### ${code(item.name)}`, item.comment, ['```ts', signature(item), '```'].join('\n')]
}

function declaredIn(file) {
  const [, part, path] = /\/(core|app)\/dist\/(.+)\.d\.ts$/.exec(file.pathname)
  return `Declared in [${code(`${part}/src/${path}.ts`)}](../${part}/src/${path}.ts).`
}

/** The first sentence of a comment, in one line. */
function summary(comment) {
  const [first = ''] = comment.split('\n\n')
  return first.replaceAll('\n', ' ')
}

/** A declaration; a constant that is typed as a member of an interface is shown with that member's own signature. */
function signature({ name, text, file }) {
  const [, owner, member = name] = /^const \w+: (\w+)(?:\['(\w+)'\])?;$/.exec(text) ?? []
  const type = owner === undefined ? undefined : itemOf(file, owner)
  if (type?.text === undefined) return text
  return text.includes("['") ? memberOf(type.text, member) : `${text}\n\n${type.text}`
}

function memberOf(text, member) {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => new RegExp(`^ {4}${member}[<(:]`).test(line))
  const length = lines.slice(start).findIndex((line) => /^ {4}\S.*;$/.test(line)) + 1
  return lines
    .slice(start, start + length)
    .map((line) => line.slice(4))
    .join('\n')
}
