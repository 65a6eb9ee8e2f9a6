import { boundThinking } from '@mortise/core'
import type { HeaderList } from './headers.ts'

const { header, beta } = boundThinking.beta

/** Headers with the beta of bound thinking beside those that the client asks for. */
export function withBeta(headers: HeaderList): HeaderList {
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
