import type { Facts } from '../../model/facts.ts'
import type { Demands } from '../../model/format.ts'
import { hasEmptyText } from './blocks.ts'

/** What the body itself says: instructions that are refused by themselves, and tools that calls are held against. */
export class BodyLook {
  /** Whether the instructions are refused, whatever the turns say. */
  isRefused = false
  /** No tool is declared, though calls want some. */
  isBare = false
  private readonly mindsNames: boolean
  private readonly wantsTools: boolean
  private declared: ReadonlySet<unknown> | undefined
  /** The tools that results may point to without a closer look; undefined where any may be meant. */
  known: ReadonlySet<string> | undefined

  constructor({ rows }: Demands) {
    this.mindsNames = rows['undeclared-tool'] !== undefined
    this.wantsTools = rows['tools-not-declared'] !== undefined
  }

  reset({ instructions = [], tools, isBody, hasNamelessTools = false, toolChanges }: Facts): void {
    this.isRefused = hasEmptyText(instructions)
    this.isBare = this.wantsTools && isBody && tools === undefined && !hasNamelessTools
    this.known = toolChanges === undefined ? tools : withoutChanged(tools, toolChanges)
    this.declared = this.mindsNames ? this.known : undefined
  }

  /** Whether a tool may have been called. */
  declares(name: unknown): boolean {
    return this.declared === undefined ? !this.isBare : this.declared.has(name)
  }
}

/** The tools that were there all the time; of the others, the place decides. */
function withoutChanged(
  tools: Facts['tools'],
  changes: NonNullable<Facts['toolChanges']>,
): ReadonlySet<string> | undefined {
  if (tools === undefined) return undefined
  const changed = new Set(changes.map(({ name }) => name))
  return new Set([...tools].filter((name) => !changed.has(name)))
}
