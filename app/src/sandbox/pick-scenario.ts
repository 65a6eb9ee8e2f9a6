import { builtIn } from './built-in.ts'
import { type AnyJsonObject, objectIn } from './json.ts'
import { readScenario, type Scenario, ScenarioError, type Scenarios } from './scenario.ts'

/** The header by which a request asks for a scenario; the member of its metadata has the same name. */
export const scenarioHeader = 'x-mortise-scenario'

/** The scenario of a request: the one it names or brings, in a header or its metadata; else the default. */
export function pickScenario(
  header: string | undefined,
  body: AnyJsonObject,
  scenarios: Scenarios,
): Scenario {
  const asked = header ?? inMetadata(body)
  if (asked === undefined) return scenarios.default ?? [{}]
  if (/^\s*[[{]/.test(asked)) return readScenario(parsed(asked), scenarioHeader)
  const known = { ...builtIn, ...scenarios }
  const scenario = Object.hasOwn(known, asked) ? known[asked] : undefined
  if (scenario !== undefined) return scenario
  throw new ScenarioError(`There is no scenario \`${asked}\`; there are ${Object.keys(known).join(', ')}.`)
}

function inMetadata(body: AnyJsonObject): string | undefined {
  const members = ['metadata', 'requestMetadata', 'labels'].map(
    (name) => objectIn(body, name)[scenarioHeader],
  )
  return members.find((member) => typeof member === 'string')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ScenarioError(`${scenarioHeader} is not valid JSON: ${(error as Error).message}.`)
  }
}
