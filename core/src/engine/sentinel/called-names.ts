import type { Facts } from '../../model/facts.ts'
import { patternOf } from '../../model/rulebook.ts'
import type { Watch } from '../../model/watch.ts'
import { NameCheck } from './name-check.ts'
import type { Watches } from './watches.ts'

/** The names of called tools, held against their form and against the tools that a request declares. */
export class CalledNames {
  private readonly form: NameCheck | undefined
  /** The tools that any call may name; undefined where nobody compares. */
  private declared: ReadonlySet<string> | undefined

  constructor(watches: readonly Watch[]) {
    const forms = watches.flatMap(({ names }) => (names === undefined || names.isDeclared ? [] : [names]))
    const { pattern, maximum = Number.POSITIVE_INFINITY } = forms[0] ?? {}
    this.form =
      forms.length === 0
        ? undefined
        : new NameCheck(pattern === undefined ? undefined : patternOf(pattern), maximum)
  }

  reset({ areNamesDeclared }: Watches, { tools, toolChanges }: Facts): void {
    this.declared = areNamesDeclared ? lasting(tools, toolChanges) : undefined
  }

  /** Takes the names of the calls of one turn; false where one of them may be refused. */
  take(names: readonly string[], from: number, count: number): boolean {
    const { form, declared } = this
    if (form === undefined && declared === undefined) return true
    for (let index = from; index < from + count; index++) {
      const name = names[index] as string
      if (form !== undefined && !form.isLegal(name)) return false
      if (declared !== undefined && !declared.has(name)) return false
    }
    return true
  }

  /** Whether a tool may have been called. */
  isDeclared(name: string): boolean {
    return this.declared === undefined || this.declared.has(name)
  }
}

/** The tools that were there all the time; of the others, the place decides. */
function lasting(tools: Facts['tools'], changes: Facts['toolChanges']): ReadonlySet<string> | undefined {
  if (tools === undefined || changes === undefined) return tools
  const changed = new Set(changes.map(({ name }) => name))
  return new Set([...tools].filter((name) => !changed.has(name)))
}
