import type { MemberPath } from './located.ts'

const plainKey = /^[^.[\]"\s]+$/

/** The way to a member as people write it: `upstreams.claude.url`, `routes[0].to`, `upstreams["gpt-4.1"].key`. */
export function formatPath(way: MemberPath): string {
  const steps = way.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    return plainKey.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  })
  return steps.join('').replace(/^\./, '')
}

const firstStep = /^(?:([^.[\]"\s]+)|\[("(?:[^"\\]|\\.)*")\])/
const laterStep = /^(?:\.([^.[\]"\s]+)|\[(\d+|"(?:[^"\\]|\\.)*")\])/

/** Reads the way to a member; undefined where the text is none. */
export function parsePath(text: string): MemberPath | undefined {
  const way: (string | number)[] = []
  let rest = text
  do {
    const [whole, name, bracket = ''] = (way.length === 0 ? firstStep : laterStep).exec(rest) ?? []
    if (whole === undefined) return undefined
    // A number or a text in quotes: both are JSON, here they become a step.
    way.push(name ?? (JSON.parse(bracket) as string | number))
    rest = rest.slice(whole.length)
  } while (rest !== '')
  return way
}
