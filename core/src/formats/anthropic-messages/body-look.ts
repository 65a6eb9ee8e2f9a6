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

  constructor({ rows }: Demands) {
    this.mindsNames = rows['undeclared-tool'] !== undefined
    this.wantsTools = rows['tools-not-declared'] !== undefined
  }

  reset({ instructions = [], tools, isBody, hasNamelessTools = false }: Facts): void {
    this.isRefused = hasEmptyText(instructions)
    this.isBare = this.wantsTools && isBody && tools === undefined && !hasNamelessTools
    this.declared = this.mindsNames ? tools : undefined
  }

  /** Whether a tool may have been called. */
  declares(name: unknown): boolean {
    return this.declared === undefined ? !this.isBare : this.declared.has(name)
  }
}
