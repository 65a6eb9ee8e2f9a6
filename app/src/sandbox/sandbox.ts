import { type OptionTable, optionChecks } from '@mortise/core'
import { headerOf, type Request, type Response, readBody } from '../http/exchange.ts'
import { whyForeign } from '../http/foreign-request.ts'
import { listen } from '../http/listen.ts'
import { isThisMachine } from '../http/this-machine.ts'
import { type AnswerSetup, answer, type SandboxAnswer } from './answer.ts'
import { play } from './play.ts'
import { routeOf, servedApis, servedRulebooks } from './route.ts'
import { readScenarios, type Scenario, type ScenarioStep } from './scenario.ts'

/** The options of a sandbox. */
export interface SandboxOptions {
  /** Where to listen; 0 for any port that is free. */
  readonly port?: number
  /** The address to listen on; only this machine can reach it, unless said otherwise. */
  readonly host?: string
  /** The one API to stand for; otherwise path and model decide, request by request. */
  readonly api?: string
  /** Scenarios by name, each a step or a list of steps; `default` is for requests that name none. */
  readonly scenarios?: Readonly<Record<string, ScenarioStep | Scenario>>
  /** Told of each request once it is answered. */
  readonly onRequest?: (seen: SeenRequest) => void
  /** Whether requests are kept in `requests`; they are, unless said otherwise. */
  readonly keepsRequests?: boolean
}

/** A request as it came, and what became of it. */
export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The very bytes; none where there were too many. */
  readonly body: Buffer
  readonly api: string
  readonly status: number
  /** The rule that it was refused by. */
  readonly rule?: string
}

/** A provider on this machine. */
export interface Sandbox {
  readonly port: number
  readonly url: string
  /** Every request so far, in the order in which they were answered. */
  readonly requests: readonly SeenRequest[]
  /** Ends every connection and frees the port. */
  close(): Promise<void>
}

/** Starts a provider on this machine that takes and refuses what the real ones do. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  optionChecks.check('startSandbox', options, sandboxOptions)
  const { port = 0, host = '127.0.0.1', api, keepsRequests = true, onRequest } = options
  const isLocal = isThisMachine(host)
  const setup = { api, scenarios: readScenarios(options.scenarios ?? {}), isLocal }
  const requests: SeenRequest[] = []
  const note = (seen: SeenRequest): void => {
    if (keepsRequests) requests.push(seen)
    onRequest?.(seen)
  }
  const listener = await listen(host, port, (request, response) => {
    void serve(request, response, setup, note)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return { port: listener.port, url: `http://${name}:${listener.port}`, requests, close: listener.close }
}

const sandboxOptions: OptionTable = {
  port: optionChecks.ofKind(
    'a whole number from 0 to 65535',
    (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 65_536,
  ),
  host: optionChecks.ofKind(
    'the name or the address of a machine',
    (value) => typeof value === 'string' && value !== '',
  ),
  api(value) {
    if (typeof value === 'string' && servedRulebooks(value).length > 0) return
    throw optionChecks.unknownName(
      'unknown-api',
      (name) => `There is no API ${name} that can be served here.`,
      value,
      servedApis(),
    )
  },
  // Scenarios have errors of their own.
  scenarios: optionChecks.anyValue,
  onRequest: optionChecks.isFunction,
  keepsRequests: optionChecks.isYesOrNo,
}

/** The most bytes that are read of a request to a path that leads nowhere. */
const strayLimit = 1 << 20

async function serve(
  request: Request,
  response: Response,
  setup: AnswerSetup & { readonly isLocal: boolean },
  note: (seen: SeenRequest) => void,
): Promise<void> {
  const { method = 'GET', headers } = request
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/]*/i, '')
  const [path = '', query] = target.split('?', 2)
  const limit = routeOf(path, setup.api)?.dialect.limit ?? strayLimit
  const body = await readBody(request, limit)
  if (body.state === 'gone') return
  const bytes = body.state === 'whole' ? body.bytes : undefined
  const header = (name: string): string | undefined => headerOf(request, name)
  const asked = { headers: request.rawHeaders, target: request.url ?? '/' }
  const foreign = setup.isLocal ? whyForeign(asked) : undefined
  const received = { method, path, query: new URLSearchParams(query), header, body: bytes, foreign }
  const made = answer(received, setup)
  note(seenOf({ method, path: target, headers, body: bytes ?? Buffer.alloc(0) }, made))
  await play(made.reply, response)
}

function seenOf(
  request: Pick<SeenRequest, 'method' | 'path' | 'headers' | 'body'>,
  { api, rule, reply }: SandboxAnswer,
): SeenRequest {
  return {
    ...request,
    api,
    status: reply.status,
    ...(rule === undefined ? {} : { rule }),
  }
}
