import { estimateTokens, formats, readTranscript } from '@mortise/core'
import type { Dialect, Tool } from './dialect.ts'
import { exampleInput } from './example-input.ts'
import type { AnyJsonObject } from './json.ts'
import type { AcceptedRequest } from './order.ts'
import type { Scenario, ScenarioStep, ScriptedPart } from './scenario.ts'
import type { SaidPart, SandboxTurn } from './turn.ts'

/** The step of a scenario that a request has come to: one for each time that the model has spoken. */
export function stepFor(
  scenario: Scenario,
  { route, document }: Pick<AcceptedRequest, 'route' | 'document'>,
): ScenarioStep {
  const last = scenario.length - 1
  const spoken = last === 0 ? 0 : timesSpoken(route.dialect, document)
  return scenario[Math.min(spoken, last)] ?? {}
}

/** Turns of the model in a row, or items of it, are one time. */
function timesSpoken({ format: name }: Dialect, document: AnyJsonObject): number {
  const format = formats.find((candidate) => candidate.name === name)
  if (format === undefined) return 0
  const speakers = readTranscript(document, format).turns.map(({ speaker }) => speaker)
  return speakers.filter((speaker, at) => speaker === 'model' && speakers[at - 1] !== 'model').length
}

/** Makes the model's turn as a step wants it. */
export function compose(step: ScenarioStep, order: AcceptedRequest): SandboxTurn {
  const { speaker, document, question, token, thoughts } = order
  const { api, reasoningMember } = speaker
  const said = signed(
    (step.say ?? [{ text: `This is the sandbox of ${api}: your request is accepted.` }]).map(sayer(order)),
    order,
  )
  const calls = said.some(({ kind }) => kind === 'call')
  return {
    api,
    reasoningMember,
    asked: document,
    model: modelOf(document) ?? `${api}-sandbox`,
    said,
    stop: step.stop ?? (calls ? 'calls' : 'end'),
    tokens: { input: estimateTokens(question), output: estimateTokens(JSON.stringify(said)) },
    token,
    transformations: thoughts?.transformations,
  }
}

function modelOf({ model, modelId }: AnyJsonObject): string | undefined {
  return [model, modelId].filter((name) => typeof name === 'string').find((name) => name !== '')
}

function sayer({
  speaker,
  route,
  document,
  token,
}: AcceptedRequest): (line: ScriptedPart, index: number) => SaidPart {
  const { dialect } = route
  const tools = dialect.toolsOf(document)
  let calls = 0
  return (line, index) => {
    if ('text' in line) return { kind: 'text', text: line.text }
    if ('thinking' in line)
      return { kind: 'thinking', text: line.thinking, signature: token(`signature ${index}`, 64) }
    const number = calls++
    const { name, input, id } = line.call
    const tool = toolFor(tools, name, number)
    return {
      kind: 'call',
      id: id ?? dialect.callId(token, number, speaker.callIdPattern),
      name: tool.name,
      input: input ?? exampleInput(tool.schema),
    }
  }
}

/** The same with each thought signed for what stands before it, where the model binds its thinking. */
function signed(said: readonly SaidPart[], { route, thoughts }: AcceptedRequest): readonly SaidPart[] {
  const { block } = route.dialect
  if (thoughts === undefined || block === undefined) return said
  return said.map((each, index) => {
    if (each.kind !== 'thinking') return each
    const before = said.slice(0, index).filter(({ kind }) => kind !== 'thinking')
    return { ...each, signature: thoughts.sign(before.map(block)) }
  })
}

/** The tool of that name; without a name, one after the other of those that are declared. */
function toolFor(tools: readonly Tool[], name: string | undefined, number: number): Tool {
  if (name === undefined) return tools[number % tools.length] ?? { name: 'example', schema: undefined }
  return tools.find((tool) => tool.name === name) ?? { name, schema: undefined }
}
