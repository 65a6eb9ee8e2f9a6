import { boundThinking } from '@mortise/core'
import type { HeaderList } from './headers.ts'

const { header } = boundThinking.beta

/** Headers with betas beside those that the client asks for. */
export function withBetas(headers: HeaderList, betas: readonly string[]): HeaderList {
  return betas.reduce(withBeta, headers)
}

function withBeta(headers: HeaderList, beta: string): HeaderList {
  const places = headers.flatMap((name, at) =>
    at % 2 === 0 && name.toLowerCase() === header ? [at + 1] : [],
  )
  const betas = places.flatMap((at) => (headers[at] ?? '').split(',').map((name) => name.trim()))
  if (betas.includes(beta)) return headers
  const last = places.at(-1)
  if (last === undefined) return [...headers, header, beta]
  const others = headers[last]?.trim() ?? ''
  return headers.with(last, others === '' ? beta : `${others},${beta}`)
}
