import { readPieces } from '../../http/exchange.ts'
import type { Call } from '../parts.ts'
import { headerIn } from '../send/headers.ts'
import { clientKeyFor } from '../send/outgoing.ts'
import { sendTo } from '../send/send-to.ts'
import type { Upstream } from '../send/upstream.ts'
import { joined } from '../send/upstream-path.ts'
import { keyHeader } from './credentials.ts'
import { familyOf, type ListedModel, type ListFamily, readModels, writeModels } from './model-lists.ts'
import { notOpen, passOn, upstreamFor } from './other-paths.ts'
import { refuse, sendOwn } from './own-answer.ts'
import { mayReach } from './routes.ts'

/** Whether the list of models is asked for. */
export function isModels({ visit, path }: Call): boolean {
  return visit.method === 'GET' && /^(?:\/v1(?:beta|alpha)?)?\/models$/.test(path.rest)
}

/** Answers a request for the list of models: with all that the routes allow, in the format of the client. */
export async function listModels(call: Call): Promise<void> {
  const { parts, path } = call
  const hinted = hintedFamily(call)
  const picked = upstreamFor(call)
  const isNamed = path.prefix !== undefined && parts.upstreams.has(path.prefix)
  const isRouted = parts.config.routes.length > 0 && !isNamed
  const own = picked === undefined ? undefined : familyOf(picked.format)
  const wanted = hinted ?? (isNamed && own !== undefined ? own : 'openai')
  // One list in the format of the client passes as it is.
  if (picked === undefined || (!isRouted && (own === undefined || own === wanted))) return passOn(call, true)
  if (!isRouted && !mayReach(parts.config, call.client, picked)) return refuse(call, notOpen)
  const upstreams = isRouted ? [...parts.upstreams.values()] : [picked]
  const lists = await Promise.all(upstreams.map((upstream) => listOf(call, upstream, upstream === picked)))
  if (call.visit.hasBegun()) return
  const models = isRouted ? routed(call, wanted, lists) : lists.flatMap(({ models }) => models)
  const failure = lists.find(({ status }) => status !== 200)
  if (models.length === 0 && failure !== undefined) {
    const message = `The upstream \`${failure.upstream.name}\` lists no models (${failure.status}).`
    return refuse(call, { status: failure.status, kind: 'failing', message })
  }
  const body = JSON.stringify(writeModels(wanted, models))
  sendOwn(call.visit, { status: 200, headers: ['content-type', 'application/json'], body }, call.id)
}

/** The way of listing that the request itself tells; undefined where it tells none. */
function hintedFamily({ path, visit }: Call): ListFamily | undefined {
  const { prefix = '', rest } = path
  if (prefix === 'anthropic' || prefix === 'antigravity') return 'anthropic'
  if (prefix === 'gemini' || prefix === 'openai') return prefix
  if (headerIn(visit.headers, 'anthropic-version') !== undefined) return 'anthropic'
  const isGemini =
    /^\/v1(?:beta|alpha)\//.test(rest) || headerIn(visit.headers, 'x-goog-api-key') !== undefined
  return isGemini ? 'gemini' : undefined
}

/** The list of one upstream, as far as it came. */
interface UpstreamList {
  readonly upstream: Upstream
  readonly models: readonly ListedModel[]
  readonly status: number
}

const patience = 10_000
const largestList = 2 << 20

/** Asks an upstream for its list. Only the upstream that the request is for gets the credentials of the client. */
async function listOf(call: Call, upstream: Upstream, isPicked: boolean): Promise<UpstreamList> {
  const family = familyOf(upstream.format)
  if (family === undefined) return { upstream, models: [], status: 200 }
  const { key } = upstream
  const own = key === undefined ? [] : keyHeader(upstream, upstream.format, key)
  const version = family === 'anthropic' ? ['anthropic-version', '2023-06-01'] : []
  const headers = [
    'accept',
    'application/json',
    ...version,
    ...(isPicked ? clientKeyFor(call, upstream) : own),
  ]
  const path = joined(upstream, listPaths[family])
  const { connect } = call.parts.config.timeouts
  const sending = sendTo(upstream, { method: 'GET', path, headers, body: [] }, { connect, headers: patience })
  call.visit.onGone(sending.cancel)
  const timer = setTimeout(sending.cancel, patience)
  try {
    const response = await sending.answer
    const body = await readPieces(response, largestList)
    const status = response.statusCode ?? 502
    const text = body.state === 'whole' && status === 200 ? Buffer.concat(body.pieces).toString() : 'null'
    return { upstream, models: readModels(family, JSON.parse(text)), status }
  } catch {
    return { upstream, models: [], status: 502 }
  } finally {
    clearTimeout(timer)
  }
}

const listPaths: Readonly<Record<ListFamily, string>> = {
  anthropic: '/v1/models?limit=1000',
  openai: '/v1/models',
  gemini: '/v1beta/models?pageSize=1000',
}

/** The formats that the clients of a list speak. */
const formatsOf: Readonly<Record<ListFamily, readonly string[]>> = {
  anthropic: ['anthropic-messages'],
  openai: ['openai-chat', 'openai-responses'],
  gemini: ['gemini-contents'],
}

/** The models that the routes lead to, each once: those of upstreams under their own names, and names that a route gives. */
function routed(call: Call, family: ListFamily, lists: readonly UpstreamList[]): readonly ListedModel[] {
  const { config, findRoute } = call.parts
  const formats = formatsOf[family]
  const leads = (id: string, upstream?: Upstream): boolean =>
    formats.some((format) => {
      const path = { format, task: 'answer' } as const
      const route = findRoute({ path, model: id, named: undefined, client: call.client })
      if (typeof route !== 'object') return false
      return (
        upstream === undefined ||
        route.targets.some((to) => to.upstream === upstream && to.model === undefined)
      )
    })
  const given = config.routes.flatMap(({ model }) => (model.includes('*') ? [] : [{ id: model }]))
  const found = lists.flatMap(({ upstream, models }) => models.filter(({ id }) => leads(id, upstream)))
  const all = [...found, ...given.filter(({ id }) => leads(id))]
  const seen = new Set<string>()
  return all.filter(({ id }) => !seen.has(id) && seen.add(id))
}
