import { plainPaths, readPath } from '../http/paths.ts'
import { isThisMachine } from '../http/this-machine.ts'
import { closest } from '../text/closest.ts'
import { toolFaults } from './check-tools.ts'
import type { Config } from './config.ts'
import { type ConfigFault, listed, nameOf } from './explain-issue.ts'
import type { MemberPath } from './located.ts'

/** The mistakes of a config whose values are each well formed; agents are checked where their names are known. */
export function checkConfig(config: Config, agents?: readonly string[]): readonly ConfigFault[] {
  return [
    ...upstreamFaults(config),
    ...ownPathFaults(config),
    ...routeFaults(config),
    ...clientFaults(config),
    ...exposureFaults(config),
    ...tableFaults(config),
    ...toolFaults(config, agents),
  ]
}

function upstreamFaults({ upstreams, clients, keyHeader, database }: Config): readonly ConfigFault[] {
  // The upstreams of a fleet are in its database.
  if (Object.keys(upstreams).length === 0)
    return database === undefined ? [{ way: ['upstreams'], message: '`upstreams` names no upstream.' }] : []
  if (clients.length === 0 || keyHeader !== undefined) return []
  const keyless = Object.entries(upstreams).filter(
    ([, { key, api }]) => key === undefined && api !== 'bedrock',
  )
  return keyless.map(([name]) => ({
    way: ['upstreams', name],
    message: `${nameOf(['upstreams', name])} has no \`key\`: with \`clients\` the key that a client sends is the gateway's, and is not passed on. Give it a \`key\`, or set \`keyHeader: x-mortise-key\` so that clients send both.`,
  }))
}

/** Ollama's own API has a path of its own, which nobody asks for here; at its `/v1` other demands hold. */
function ownPathFaults({ upstreams }: Config): readonly ConfigFault[] {
  const native = Object.entries(upstreams).filter(([, { api }]) => api === 'ollama')
  return native.map(([name]) => ({
    way: ['upstreams', name, 'api'],
    message: `\`ollama\` is the API at Ollama's \`/api/chat\`, which the gateway does not serve. For its \`/v1\` write \`ollama-v1\`.`,
  }))
}

function routeFaults({ upstreams, routes }: Config): readonly ConfigFault[] {
  const names = new Set(Object.keys(upstreams))
  const guesses = firstOf([...names])
  const isTwin = repeats(routes.map(({ name }) => name))
  return routes.flatMap((route, index) => {
    const way = (...steps: MemberPath): MemberPath => ['routes', index, ...steps]
    const to = new Set(route.to)
    const unknown = route.to.filter((name) => !names.has(name))
    const strangers = Object.keys(route.as).filter((name) => !to.has(name))
    return [
      ...unknown.map((name) => ({ way: way('to'), message: unknownName('upstream', name, guesses) })),
      ...strangers.map((name) => ({
        way: way('as', name),
        message: unknownName('upstream', name, firstOf(route.to)),
      })),
      ...(isTwin[index] === true
        ? [{ way: way('name'), message: `Another route has the name \`${route.name}\`.` }]
        : []),
      ...(route.path === undefined || isServed(route.path) ? [] : [unknownPath(way('path'), route.path)]),
    ]
  })
}

/** By place, whether the same name stands before it. */
function repeats(names: readonly (string | undefined)[]): readonly boolean[] {
  const seen = new Set<string>()
  return names.map((name) => name !== undefined && seen.size === seen.add(name).size)
}

/** Whether a path of a route is one that conversations are sent to; `{m}` or a star stands for any model. */
function isServed(path: string): boolean {
  return readPath(path, new Set()).conversation?.plain !== undefined
}

function unknownPath(way: MemberPath, path: string): ConfigFault {
  const near = closest(path, plainPaths())
  const guess = near === undefined ? `These are: ${listed(plainPaths())}.` : `Did you mean \`${near}\`?`
  return { way, message: `${nameOf(way)} is no path that conversations are sent to. ${guess}` }
}

function clientFaults({ clients, routes }: Config): readonly ConfigFault[] {
  const names = new Set(routes.flatMap(({ name }) => name ?? []))
  const guesses = firstOf([...names])
  const isTwin = repeats(clients.map(({ name }) => name))
  return clients.flatMap((client, index) => [
    ...(client.routes ?? []).flatMap((route, place) =>
      names.has(route)
        ? []
        : [{ way: ['clients', index, 'routes', place], message: unknownName('route', route, guesses) }],
    ),
    ...(isTwin[index] === true
      ? [{ way: ['clients', index, 'name'], message: `Another client has the name \`${client.name}\`.` }]
      : []),
  ])
}

/** Beyond this machine, only those with a key are served. */
function exposureFaults({ listen, admin, clients }: Config): readonly ConfigFault[] {
  const faults: ConfigFault[] = []
  if (clients.length === 0 && !isThisMachine(listen.host))
    faults.push({
      way: ['listen'],
      message: '`listen` is reached from other machines: that needs `clients` with keys.',
    })
  if (admin !== false && !isThisMachine(admin.listen.host))
    faults.push({
      way: ['admin', 'listen'],
      message: '`admin.listen` has to be an address of this machine alone, such as 127.0.0.1:4142.',
    })
  return faults
}

/** A message of a table stands in one column, or in two. */
function tableFaults({ tables }: Config): readonly ConfigFault[] {
  const isTwin = repeats(tables.map(({ name }) => name))
  return tables.flatMap(({ name, message, role, content }, index) => {
    const way: MemberPath = ['tables', index]
    const isWhole = message !== undefined && role === undefined && content === undefined
    const isSplit = message === undefined && role !== undefined && content !== undefined
    return [
      ...(isWhole || isSplit
        ? []
        : [{ way, message: `${nameOf(way)} has either \`message\`, or \`role\` and \`content\`.` }]),
      ...(isTwin[index] === true
        ? [{ way: [...way, 'name'], message: `Another table has the name \`${name}\`.` }]
        : []),
    ]
  })
}

/** The names that an unknown one is compared with: not all, where there are thousands. */
function firstOf(names: readonly string[]): readonly string[] {
  return names.slice(0, 100)
}

function unknownName(kind: string, name: string, guesses: readonly string[]): string {
  const near = closest(name, guesses)
  const guess = near === undefined ? '' : ` Did you mean \`${near}\`?`
  return `There is no ${kind} \`${name}\`.${guess}`
}
