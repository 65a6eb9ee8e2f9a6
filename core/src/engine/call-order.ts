import type { Joint } from '../model/joint.ts'
import type { Part, Turn } from '../model/transcript.ts'

/** The parts of a turn with its results in the order of their calls; everything else stays in its place. */
export function inCallOrder({ parts }: Turn, joints: readonly Joint[]): Part[] {
  const rank = new Map<Part, number>()
  joints.forEach(({ result }, position) => {
    if (result !== undefined) rank.set(result, position)
  })
  const results = parts.filter((part) => rank.has(part))
  results.sort((left, right) => (rank.get(left) ?? 0) - (rank.get(right) ?? 0))
  let next = 0
  return parts.map((part) => (rank.has(part) ? (results[next++] as Part) : part))
}
