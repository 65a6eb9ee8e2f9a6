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
  return isJsonFile(path) ? locateJson(text) : locateYaml(text)
}

/** Whether the name of a file says that it is JSON with comments. */
export function isJsonFile(path: string): boolean {
  return /\.jsonc?$/i.test(path)
}

function locateYaml(text: string): Located {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, uniqueKeys: true })
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
  const mistakes = document.errors.map(({ message, pos }) => ({
    message: oneLine(message.replace(/ at line \d+, column \d+:[\s\S]*$/, '')),
    position: at(pos[0]),
  }))
  return {
    value: mistakes.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined,
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

function locateJson(text: string): Located {
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: true })
  const at = (offset: number): Position => positionIn(text, offset)
  const mistakes = errors.map(({ error, offset }) => ({
    message: `${printParseErrorCode(error).replace(/([a-z])([A-Z])/g, '$1 $2')}.`,
    position: at(offset),
  }))
  return {
    value: mistakes.length === 0 && tree !== undefined ? plainValue(tree) : undefined,
    mistakes,
    positionOf: (way) => at(nearest(way, (part) => nodeAt(tree, part))?.offset ?? 0),
    keyPositionOf: (way) => at((nodeAt(tree, way)?.parent ?? tree)?.offset ?? 0),
  }
}

/** What stands at a way, or at the longest part of it where something stands. */
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
