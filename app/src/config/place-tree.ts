import type { Node as JsonNode } from 'jsonc-parser'
import { isMap, isNode, isScalar, isSeq } from 'yaml'
import type { MemberPath } from './located.ts'

/** Where a value stands in a text, and where its members do. */
export interface PlaceTree {
  readonly offset: number
  /** Where the name of the value stands. */
  readonly keyOffset?: number | undefined
  readonly members: ReadonlyMap<string | number, PlaceTree>
}

/** A name that stands in one table for a second time. */
export interface Repeated {
  readonly name: string
  readonly offset: number
}

/** The places of a text, and the names that are written twice. */
export interface Places {
  readonly tree: PlaceTree
  readonly repeated: readonly Repeated[]
}

/** The places of a text that could not be read. */
export const noTree: Places = { tree: { offset: 0, members: new Map() }, repeated: [] }

/** A member of a table or a list. */
interface PlacedMember<Node> {
  readonly name: string | number
  readonly keyOffset?: number | undefined
  readonly value: Node
}

/** The places of YAML; an alias has no members. */
export function yamlTree(root: unknown): Places {
  return placesOf<unknown>(root, (node) => {
    const offset = isNode(node) ? (node.range?.[0] ?? undefined) : undefined
    if (isSeq(node)) return { offset, members: node.items.map((value, name) => ({ name, value })) }
    if (!isMap(node)) return { offset, members: [] }
    const members = node.items.flatMap(({ key, value }): PlacedMember<unknown>[] =>
      isScalar(key) ? [{ name: String(key.value), keyOffset: key.range?.[0], value }] : [],
    )
    return { offset, members }
  })
}

/** The places of JSON. */
export function jsonTree(root: JsonNode | undefined): Places {
  return placesOf<JsonNode | undefined>(root, (node) => {
    const { type, children = [], offset } = node ?? {}
    if (type !== 'object') return { offset, members: children.map((value, name) => ({ name, value })) }
    const members = children.flatMap(
      ({ children: [key, value] = [] }): PlacedMember<JsonNode | undefined>[] =>
        key === undefined ? [] : [{ name: String(key.value), keyOffset: key.offset, value }],
    )
    return { offset, members }
  })
}

function placesOf<Node>(
  root: Node,
  read: (node: Node) => {
    readonly offset: number | undefined
    readonly members: readonly PlacedMember<Node>[]
  },
): Places {
  const repeated: Repeated[] = []
  const build = (node: Node, owner: number, keyOffset?: number): PlaceTree => {
    const { offset = keyOffset ?? owner, members: list } = read(node)
    const members = new Map<string | number, PlaceTree>()
    for (const { name, keyOffset: key, value } of list) {
      if (members.has(name)) repeated.push({ name: String(name), offset: key ?? offset })
      members.set(name, build(value, offset, key))
    }
    return { offset, keyOffset, members }
  }
  return { tree: build(root, 0), repeated }
}

/** The place of a value; of one that is not there, that of its owner. */
export function nearestPlace(tree: PlaceTree, way: MemberPath): PlaceTree {
  let place = tree
  for (const step of way) {
    const next = place.members.get(step)
    if (next === undefined) break
    place = next
  }
  return place
}

/** Where the name of a value stands; else where the value does, or its owner. */
export function keyOffset(tree: PlaceTree, way: MemberPath): number {
  const owner = nearestPlace(tree, way.slice(0, -1))
  const place = owner.members.get(way.at(-1) ?? '') ?? owner
  return place.keyOffset ?? place.offset
}
