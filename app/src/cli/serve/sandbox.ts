import { isIP } from 'node:net'
import { rulebooks } from '@mortise/core'
import { hostIn } from '../../http/foreign-request.ts'
import {
  builtInScenarios,
  readScenarios,
  type Sandbox,
  type SandboxOptions,
  ScenarioError,
  type Scenarios,
  type SeenRequest,
  scenarioHeader,
  servedApis,
  servedPaths,
  startSandbox,
} from '../../sandbox/index.ts'
import { parseJson, readable } from '../input/input.ts'
import { sourceOf } from '../input/source.ts'
import { answerHead } from '../program/answer.ts'
import type { Invocation } from '../program/command.ts'
import { CommandError, exits } from '../program/failure.ts'
import type { Flags } from '../program/flags.ts'
import { interruption } from '../program/interruption.ts'
import { knownName } from '../program/known-name.ts'
import { refuseWords } from '../screen/catalogue.ts'
import { count } from '../screen/printable.ts'
import { columns } from '../screen/table.ts'
import { whenTaken } from './taken-port.ts'

/** Is a provider on this machine until it is interrupted. */
export async function sandbox(invocation: Invocation): Promise<number> {
  const { flags, story, program } = invocation
  refuseWords(invocation, 'sandbox')
  const tally = { answered: 0, refused: 0 }
  const onRequest = (seen: SeenRequest): void => {
    tally[seen.status < 400 ? 'answered' : 'refused']++
    tellRequest(invocation, seen)
  }
  const wishes = await wishesOf(flags, `${program} sandbox`)
  const running = await explained(wishes, startSandbox({ ...wishes, keepsRequests: false, onRequest }))
  const ended = interruption()
  tellStart(invocation, running, wishes)
  await ended
  await running.close()
  story.tell('', `${count(tally.answered, 'request')} answered, ${tally.refused} refused`)
  return exits.sound
}

function explained(wishes: SandboxOptions, starting: Promise<Sandbox>): Promise<Sandbox> {
  const place = `${wishes.host ?? '127.0.0.1'}:${wishes.port}`
  return whenTaken(starting, () => ({ place, hint: 'mortise sandbox --port 0' }))
}

/** The options of the sandbox, by the flags. */
async function wishesOf(flags: Flags, command: string): Promise<SandboxOptions> {
  const { port, host, api, scenario } = flags
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) < 65_536))
    throw new CommandError(
      'usage',
      `\`${port}\` is no port: it takes a number up to 65535.`,
      `${command} --port 8080`,
    )
  // No name of a host is longer.
  const isHost =
    host === undefined || isIP(host) !== 0 || (host.length < 254 && hostIn(`${host}:0`) !== undefined)
  if (!isHost)
    throw new CommandError(
      'usage',
      `\`${host}\` is neither an address nor the name of a host.`,
      `${command} --host 127.0.0.1`,
    )
  return {
    port: Number(port ?? 0),
    ...(host === undefined ? {} : { host }),
    ...(api === undefined ? {} : { api: servedApi(api) }),
    ...(scenario === undefined ? {} : { scenarios: await scenariosIn(scenario, command) }),
  }
}

function servedApi(api: string): string {
  const { name, title } = knownName('API', api, rulebooks)
  if (servedApis().includes(name)) return name
  throw new CommandError(
    'usage',
    `\`${name}\` (${title}) is not a server: there is nothing to send a request to.`,
  )
}

async function scenariosIn(file: string, command: string): Promise<Scenarios> {
  const source = sourceOf([file], `${command} --scenario`)
  const value = parseJson(readable(await source.whole(), source), source)
  try {
    return readScenarios(value)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw new CommandError('unreadable', `${source.name}: ${error.message}`)
  }
}

function tellStart(
  { flags, out }: Invocation,
  { url, port }: Sandbox,
  { api, scenarios }: SandboxOptions,
): void {
  if (flags.json) {
    const target = { kind: 'sandbox', ...(api === undefined ? {} : { api }) }
    out.json({ ...answerHead('sandbox', target), url, port })
    return
  }
  const names = Object.keys({ ...builtInScenarios, ...scenarios }).filter((name) => name !== 'default')
  out.tell(
    `${out.style.paint('green', out.style.good)} ${api ?? 'sandbox'} on ${out.style.paint('bold', url)}`,
    '',
    ...pathLines(api).map((line) => `  ${line}`),
    '',
    `Any key is taken. A request asks for more by a header, ${scenarioHeader}:`,
    `  ${names.join(', ')}`,
    'Ctrl-C ends it.',
    '',
  )
}

function pathLines(api: string | undefined): readonly string[] {
  if (api !== undefined) return servedPaths(api).map(([paths]) => paths)
  return columns([...servedPaths(), ['/groq/v1/chat/completions', 'any API by its name in front']])
}

function tellRequest({ flags, out, story }: Invocation, { body, headers, ...seen }: SeenRequest): void {
  if (flags.json) {
    out.json({ ...seen, bytes: body.length })
    return
  }
  const { style } = story
  const isFine = seen.status < 400
  const sign = style.paint(isFine ? 'green' : 'red', isFine ? style.good : style.bad)
  const rule = seen.rule === undefined ? '' : `  ${seen.rule}`
  story.tell(`${sign} ${seen.status} ${seen.api}  ${seen.method} ${seen.path}${rule}`)
}
