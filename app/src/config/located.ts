import { type ParseError, parseTree, printParseErrorCode, type Node as TreeNode } from 'jsonc-parser'
import { Lexer, LineCounter, parseDocument } from 'yaml'
import {
  jsonTree,
  keyOffset,
  nearestPlace,
  noTree,
  type PlaceTree,
  type Repeated,
  yamlTree,
} from './place-tree.ts'

/** A place in a file; both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A mistake in a file. */
interface Mistake {
  readonly message: string
  readonly position: Position
}

/** The way to a member, from the root. */
export type MemberPath = readonly (string | number)[]

/** A file that was read: its value, and where each member of it stands. */
export interface Located {
  readonly value: unknown
  readonly mistakes: readonly Mistake[]
  /** Where a member stands; of one that is not there, where its owner does. */
  positionOf(way: MemberPath): Position
  /** Where the name of a member stands. */
  keyPositionOf(way: MemberPath): Position
}

/** Reads JSON with comments where the name of the file says so, else YAML. */
export function locate(text: string, path: string): Located {
  const located = isJsonFile(path) ? locateJson(text) : locateYaml(text)
  const way = located.mistakes.length === 0 ? wayToPrototype(located.value) : undefined
  if (way === undefined || way.length < 2) return located
  const mistake = { message: 'Nothing can be called `__proto__`.', position: located.keyPositionOf(way) }
  return { ...located, mistakes: [mistake] }
}

/** The way to the first member of a name that no plain object keeps. */
function wayToPrototype(value: unknown): MemberPath | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, '__proto__')) return ['__proto__']
  for (const [name, member] of Object.entries(value)) {
    const way = wayToPrototype(member)
    if (way !== undefined) return [Array.isArray(value) ? Number(name) : name, ...way]
  }
  return undefined
}

/** Whether the name of a file says that it is JSON with comments. */
export function isJsonFile(path: string): boolean {
  return /\.jsonc?$/i.test(path)
}

function locateYaml(text: string): Located {
  if (isDeepYaml(text))
    return { ...noValue, mistakes: [{ message: tooDeep, position: { line: 1, column: 1 } }] }
  const lines = new LineCounter()
  // The library compares each name with all others of its table, which takes the square of their number.
  const document = parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: false })
  let value: unknown
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const mistakes = document.errors.map(({ code, message, pos }) => ({
    message:
      code === 'MULTIPLE_DOCS'
        ? 'A config is one document: nothing may follow `---`.'
        : oneLine(message.replace(/ at line \d+, column \d+:[\s\S]*$/, '')),
    position: at(pos[0]),
  }))
  const { tree, repeated } = mistakes.length === 0 ? yamlTree(document.contents) : noTree
  mistakes.push(...repeated.map((each) => twice(each, at)))
  try {
    if (mistakes.length === 0) value = treeOf(document.toJS({ maxAliasCount: 100 }))
  } catch {
    mistakes.push({ message: 'Its aliases stand for too much.', position: at(0) })
  }
  return { value, mistakes, ...positionsIn(tree, at) }
}

const tooDeep = 'It is nested too deeply.'

/** No config is nested as deep as this, and its reader has room for more. */
const deepest = 200

/**
 * Whether YAML is nested so deep that its reader may need more stack than there is.
 *
 * V8 ends the process if the stack ends while it compiles a regular expression, so that nothing could be caught.
 */
function isDeepYaml(text: string): boolean {
  let inFlow = 0
  let inLine = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') inFlow++
    else if (token === ']' || token === '}') inFlow--
    else if (token === '\n' || token === '\r\n') inLine = 0
    else if (inFlow === 0 && (token === '-' || token === '?' || token === ':')) inLine++
    // Each step of indentation is a space at least.
    if (inFlow > deepest || inLine > deepest || /^ {400}/.test(token)) return true
  }
  return false
}

/** A value that is a tree; throws where it holds itself. */
function treeOf(value: unknown): unknown {
  JSON.stringify(value)
  return value
}

function locateJson(text: string): Located {
  const errors: ParseError[] = []
  const lines = new LineCounter()
  for (let at = 0; at >= 0; at = text.indexOf('\n', at) + 1 || -1) lines.addNewLine(at)
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const parsed = shallowTree(text, errors)
  if (parsed === 'too deep') return { ...noValue, mistakes: [{ message: tooDeep, position: at(0) }] }
  const { tree, repeated } = jsonTree(parsed)
  const mistakes = [
    ...errors.map(({ error, offset }) => ({
      message: `${printParseErrorCode(error).replace(/([a-z])([A-Z])/g, '$1 $2')}.`,
      position: at(offset),
    })),
    ...repeated.map((each) => twice(each, at)),
  ]
  const value = mistakes.length === 0 && parsed !== undefined ? plainValue(parsed) : undefined
  return { value, mistakes, ...positionsIn(tree, at) }
}

function twice({ name, offset }: Repeated, at: (offset: number) => Position): Mistake {
  return { message: `\`${name}\` is written twice.`, position: at(offset) }
}

function positionsIn(
  tree: PlaceTree,
  at: (offset: number) => Position,
): Pick<Located, 'positionOf' | 'keyPositionOf'> {
  return {
    positionOf: (way) => at(nearestPlace(tree, way).offset),
    keyPositionOf: (way) => at(keyOffset(tree, way)),
  }
}

const start: Position = { line: 1, column: 1 }
const noValue = { value: undefined, positionOf: () => start, keyPositionOf: () => start }

function shallowTree(text: string, errors: ParseError[]): TreeNode | 'too deep' | undefined {
  try {
    return parseTree(text, errors, { allowTrailingComma: true })
  } catch {
    return 'too deep'
  }
}

function plainValue(node: TreeNode): unknown {
  const { type, children = [] } = node
  if (type === 'array') return children.map(plainValue)
  if (type !== 'object') return node.value
  const members = children.flatMap(({ children: [key, value] = [] }) =>
    key === undefined || value === undefined ? [] : [[key.value, plainValue(value)] as const],
  )
  return Object.fromEntries(members)
}

function oneLine(text: string): string {
  return `${text.replace(/\s+/g, ' ').replace(/[.:]?\s*$/, '')}.`
}
