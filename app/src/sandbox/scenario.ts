import { MortiseError } from '@mortise/core'
import type { Account } from './binding/index.ts'
import { type AnyJsonObject, isObject } from './json.ts'

/** One thing that the model is to say. */
export type ScriptedPart =
  | { readonly text: string }
  | { readonly thinking: string }
  | { readonly call: ScriptedCall }

/** A call that the model is to make; members that are left out are taken from the tools that the request declares. */
export interface ScriptedCall {
  readonly name?: string
  readonly input?: AnyJsonObject
  readonly id?: string
}

/** An error of the server. */
export interface ScriptedError {
  readonly status?: number
  readonly message?: string
  /** After how many pieces of a stream; at once if it is left out. */
  readonly after?: number
}

/** One answer of a scenario. */
export interface ScenarioStep {
  readonly say?: readonly ScriptedPart[]
  readonly stop?: 'length'
  /** Calls beside each other are told in turns. */
  readonly interleave?: boolean
  /** How many characters a piece of a stream has. */
  readonly piece?: number
  /** How long to wait before the answer begins, in milliseconds. */
  readonly delay?: number
  /** How long to wait before each further piece. */
  readonly pause?: number
  /** After how many pieces of a stream the connection breaks; of a plain answer, half is sent. */
  readonly cut?: number
  readonly fail?: ScriptedError
  /** The account of the request, if the API treats accounts by their age; `new`, unless said otherwise. */
  readonly account?: Account
}

/** The steps of the model, an answer each; the last one is for all requests that follow. */
export type Scenario = readonly ScenarioStep[]

/** Scenarios by name; `default` is for requests that name none. */
export type Scenarios = Readonly<Record<string, Scenario>>

/** The mistake in a scenario. */
export class ScenarioError extends MortiseError {
  constructor(message: string) {
    super('bad-scenario', message)
  }
}

/** Reads a scenario: a step, or a list of steps. */
export function readScenario(value: unknown, where: string): Scenario {
  const steps = Array.isArray(value) ? value : [value]
  if (steps.length === 0) throw new ScenarioError(`${where} has no step.`)
  return steps.map((step, index) => readStep(step, Array.isArray(value) ? `${where}[${index}]` : where))
}

/** Reads scenarios by name. */
export function readScenarios(value: unknown): Scenarios {
  if (!isObject(value)) throw new ScenarioError('Scenarios are an object: name → steps.')
  return Object.fromEntries(Object.entries(value).map(([name, steps]) => [name, readScenario(steps, name)]))
}

const numbers: readonly string[] = ['piece', 'delay', 'pause', 'cut']
const members: readonly string[] = ['say', 'stop', 'interleave', 'fail', 'account', ...numbers]

function readStep(value: unknown, where: string): ScenarioStep {
  if (!isObject(value))
    throw new ScenarioError(`${where} is no step: it is an object such as {"say":[{"text":"Hi"}]}.`)
  refuseOthers(value, members, where)
  for (const name of numbers) checkNumber(value[name], name === 'piece' ? 1 : 0, `${where}.${name}`)
  if (value.stop !== undefined && value.stop !== 'length')
    throw new ScenarioError(`${where}.stop takes "length" alone.`)
  if (value.interleave !== undefined && typeof value.interleave !== 'boolean')
    throw new ScenarioError(`${where}.interleave is true or false.`)
  if (value.account !== undefined && value.account !== 'new' && value.account !== 'old')
    throw new ScenarioError(`${where}.account is "new" or "old".`)
  checkLines(value.say, `${where}.say`)
  checkFailure(value.fail, `${where}.fail`)
  // Every member was looked at: here JSON becomes a type.
  return value as ScenarioStep
}

function checkLines(value: unknown, where: string): void {
  if (value === undefined) return
  if (!Array.isArray(value)) throw new ScenarioError(`${where} is a list.`)
  for (const [index, line] of value.entries()) checkLine(line, `${where}[${index}]`)
}

function checkLine(line: unknown, where: string): void {
  const [name, ...others] = isObject(line) ? Object.keys(line) : []
  const value = isObject(line) && name !== undefined ? line[name] : undefined
  const isWords = (name === 'text' || name === 'thinking') && typeof value === 'string'
  if (others.length === 0 && isWords) return
  if (others.length > 0 || name !== 'call' || !isObject(value))
    throw new ScenarioError(
      `${where} is {"text":"…"}, {"thinking":"…"} or {"call":{"name":"…","input":{…}}}.`,
    )
  refuseOthers(value, ['name', 'input', 'id'], `${where}.call`)
  for (const text of ['name', 'id'])
    if (value[text] !== undefined && (typeof value[text] !== 'string' || value[text] === ''))
      throw new ScenarioError(`${where}.call.${text} is a text.`)
  if (value.input !== undefined && !isObject(value.input))
    throw new ScenarioError(`${where}.call.input is an object.`)
}

function checkFailure(value: unknown, where: string): void {
  if (value === undefined) return
  if (!isObject(value)) throw new ScenarioError(`${where} is an object such as {"status":529}.`)
  refuseOthers(value, ['status', 'message', 'after'], where)
  checkNumber(value.after, 0, `${where}.after`)
  const { status, message } = value
  const isStatus =
    status === undefined || (Number.isInteger(status) && Number(status) >= 400 && Number(status) < 600)
  if (!isStatus) throw new ScenarioError(`${where}.status is a number from 400 to 599.`)
  if (message !== undefined && typeof message !== 'string')
    throw new ScenarioError(`${where}.message is a text.`)
}

function checkNumber(value: unknown, least: number, where: string): void {
  if (value === undefined || (Number.isInteger(value) && Number(value) >= least)) return
  throw new ScenarioError(`${where} is a whole number, ${least} or more.`)
}

function refuseOthers(value: AnyJsonObject, known: readonly string[], where: string): void {
  const other = Object.keys(value).find((member) => !known.includes(member))
  if (other !== undefined)
    throw new ScenarioError(`${where} has no member \`${other}\`; it takes ${known.join(', ')}.`)
}
