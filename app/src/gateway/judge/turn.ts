import { chooseApi, convert, type Finding, type PolicyName, type Rulebook } from '@mortise/core'
import type { DeniedTools } from './denied-tools.ts'

/** A request in the format of another API. */
export interface Turned {
  readonly document: unknown
  /** The faults that the API of the client refuses. */
  readonly found: readonly Finding[]
  /** The faults that the API of the upstream still refuses. */
  readonly left: readonly Finding[]
  /** The names of tools that had to change, each with its new name. */
  readonly names: Readonly<Record<string, string>>
  /** The tools whose input is plain text for the client. */
  readonly plainText: readonly string[]
  /** The tools that do not reach the upstream. */
  readonly lostTools: readonly string[]
}

/** How a request is turned: by the demands of its upstream, and with the tools that its client may use. */
export interface Turning {
  readonly api: Rulebook
  readonly policy: PolicyName
  readonly tools: DeniedTools | undefined
}

/** Writes a request in the format of an upstream, and mends it for its API. An error that it throws is about the request. */
export function turn(
  document: unknown,
  from: string,
  { api, policy, tools }: Turning,
  model: string | undefined,
): Turned {
  const named = model === undefined ? {} : { model }
  const way = { from, to: api.format, as: 'request', ...named } as const
  const converted =
    tools === undefined
      ? convert(document, { ...way, api, policy })
      : convert(document, {
          ...way,
          fromApi: sourceBook(document, from, tools),
          api: tools.rulebookFor(api),
          policy: tools.policyFor(policy),
        })
  const { found, left, names, plainText, lostTools } = converted.report
  const isRefused = ({ severity }: Finding): boolean => severity === 'refused'
  return {
    document: converted.document,
    found: found.filter(isRefused),
    left: left.filter(isRefused),
    names,
    plainText,
    lostTools,
  }
}

/** The demands of the API that a request was written for. */
function sourceBook(document: unknown, from: string, tools: DeniedTools): Rulebook {
  const choice = chooseApi(document, { format: from })
  if (!choice.ok) throw choice.error
  return tools.rulebookFor(choice.value.rulebook)
}
