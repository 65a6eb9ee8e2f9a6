import { stores } from '../../stores/index.ts'

/** The agents that are known, as `--agent` takes them: `a`, `b` and `c`. */
export function agentNames(): string {
  const names = stores.map(({ name }) => `\`${name}\``)
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
