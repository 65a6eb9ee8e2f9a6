import { type ParseError, parseTree, printParseErrorCode, type Node as TreeNode } from 'jsonc-parser'
import { isMap, isNode, isScalar, LineCounter, parseDocument } from 'yaml'

/** A place in a file; both count from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** A mistake in a file. */
export interface Mistake {
  readonly message: string
  readonly position: Position
}

/** The way to a member, from the root. */
export type Way = readonly (string | number)[]

/** A file that was read: its value, and where each member of it stands. */
export interface Located {
  readonly value: unknown
  readonly mistakes: readonly Mistake[]
  /** Where a member stands; of one that is not there, where its owner does. */
  positionOf(way: Way): Position
  /** Where the name of a member stands. */
  keyPositionOf(way: Way): Position
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
function wayToPrototype(value: unknown): Way | undefined {
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
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: true })
  let value: unknown
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const mistakes = untilTooDeep(
    document.errors.map(({ code, message, pos }) => ({
      message:
        code === 'MULTIPLE_DOCS'
          ? 'A config is one document: nothing may follow `---`.'
          : oneLine(message.replace(/ at line \d+, column \d+:[\s\S]*$/, '')),
      position: at(pos[0]),
    })),
  )
  try {
    if (mistakes.length === 0) value = tree(document.toJS({ maxAliasCount: 100 }))
  } catch {
    mistakes.push({ message: 'Its aliases stand for too much.', position: at(0) })
  }
  return {
    value,
    mistakes,
    positionOf(way) {
      const node = nearest(way, (part) => {
        const found: unknown = part.length === 0 ? document.contents : document.getIn(part, true)
        return isNode(found) ? found : undefined
      })
      return at(node?.range?.[0] ?? 0)
    },
    keyPositionOf(way) {
      const owner: unknown = way.length < 2 ? document.contents : document.getIn(way.slice(0, -1), true)
      const keys = isMap(owner) ? owner.items.map(({ key }) => key) : []
      const key = keys.find((each) => isScalar(each) && each.value === way.at(-1))
      return isScalar(key) ? at(key.range?.[0] ?? 0) : this.positionOf(way)
    },
  }
}

/** The mistakes up to the first one that the reader made for want of room: all others follow from it. */
function untilTooDeep(mistakes: Mistake[]): Mistake[] {
  const at = mistakes.findIndex(({ message }) => message.startsWith('Maximum call stack'))
  const position = mistakes[at]?.position
  return position === undefined ? mistakes : [...mistakes.slice(0, at), { message: tooDeep, position }]
}

const tooDeep = 'It is nested too deeply.'

/** A value that is a tree; throws where it holds itself. */
function tree(value: unknown): unknown {
  JSON.stringify(value)
  return value
}

function locateJson(text: string): Located {
  const errors: ParseError[] = []
  const at = (offset: number): Position => positionIn(text, offset)
  const tree = shallowTree(text, errors)
  if (tree === 'too deep') return { ...noValue, mistakes: [{ message: tooDeep, position: at(0) }] }
  const mistakes = [
    ...errors.map(({ error, offset }) => ({
      message: `${printParseErrorCode(error).replace(/([a-z])([A-Z])/g, '$1 $2')}.`,
      position: at(offset),
    })),
    ...repeatedIn(tree).map(({ offset, value }) => ({
      message: `\`${value}\` is written twice.`,
      position: at(offset),
    })),
  ]
  return {
    value: mistakes.length === 0 && tree !== undefined ? plainValue(tree) : undefined,
    mistakes,
    positionOf: (way) => at(nearest(way, (part) => nodeAt(tree, part))?.offset ?? 0),
    keyPositionOf: (way) => at((nodeAt(tree, way)?.parent ?? tree)?.offset ?? 0),
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

/** The names that stand in one object for a second time. */
function repeatedIn(node: TreeNode | undefined): readonly TreeNode[] {
  const children = node?.children ?? []
  const keys = node?.type === 'object' ? children.flatMap((member) => member.children?.[0] ?? []) : []
  const known = new Set<unknown>()
  const repeated = keys.filter(({ value }) => known.size === known.add(value).size)
  return [...repeated, ...children.flatMap(repeatedIn)]
}

/** The node at a path, or at the longest beginning of the path that has one. */
function nearest<Node>(way: Way, find: (part: Way) => Node | undefined): Node | undefined {
  for (let length = way.length; length >= 0; length--) {
    const node = find(way.slice(0, length))
    if (node !== undefined) return node
  }
  return undefined
}

function nodeAt(tree: TreeNode | undefined, way: Way): TreeNode | undefined {
  let node = tree
  for (const step of way)
    node =
      typeof step === 'number'
        ? node?.children?.[step]
        : node?.children?.find(({ children }) => children?.[0]?.value === step)?.children?.[1]
  return node
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

function positionIn(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

function oneLine(text: string): string {
  return `${text.replace(/\s+/g, ' ').replace(/[.:]?\s*$/, '')}.`
}
