import { isThisMachine } from './this-machine.ts'

/** The names by which others than programs of this machine may come in. */
export interface AllowedNames {
  /** Origins of web pages, in lower case. */
  readonly origins: readonly string[]
  /** Hosts besides those of this machine, in lower case, without a port. */
  readonly hosts: readonly string[]
}

/** The parts of a request that say for whom it is and who caused it. */
export interface Addressed {
  /** Names and values by turns, as they came. */
  readonly headers: readonly string[]
  /** The target of the request line: a path, or a whole URL. */
  readonly target: string
}

/**
 * Says why a request is taken for one of a web page; undefined if it may come in.
 *
 * Any page may send requests to this machine, which would get the keys of the gateway. Browsers write `origin` and
 * `sec-fetch-site` by themselves, and programs send neither. A page whose own name leads to this machine (DNS rebinding)
 * counts as the same origin for its browser; its requests name the host of the page.
 */
export function whyForeign(request: Addressed, allowed?: AllowedNames): string | undefined {
  const { origins, hosts } = allowed ?? { origins: [], hosts: [] }
  const hint = (member: string): string =>
    allowed === undefined ? '' : ` The config allows others by \`${member}\`.`
  const known = (host: string | undefined): boolean =>
    host !== undefined && (isThisMachine(host) || hosts.includes(host))
  const named = authoritiesOf(request).map(hostIn)
  if (named.length === 0 || !named.every(known))
    return `The host that this request names is not this machine.${hint('hosts')}`
  const senders = valuesOf(request, 'origin')
  const isOfPage =
    senders.length > 0
      ? !senders.every((origin) => origins.includes(origin.toLowerCase()))
      : valuesOf(request, 'sec-fetch-site').some((site) => /^(?:cross|same)-site$/i.test(site.trim()))
  return isOfPage ? `Web pages cannot come in here.${hint('origins')}` : undefined
}

const authority = /^(?:(\[[\da-f:.]+\])|([\w.-]+))(?::\d{0,5})?$/i

/** The host of an authority such as `localhost:4141`, in its plain form; undefined if it is none. */
export function hostIn(text: string): string | undefined {
  const [, six, name] = authority.exec(text) ?? []
  if (six === undefined) return name?.toLowerCase().replace(/\.$/, '')
  const url = `http://${six}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** All hosts that a request names: HTTP/2 and a whole URL in the request line have places of their own for it. */
function authoritiesOf(request: Addressed): readonly string[] {
  const [, inTarget] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.target) ?? []
  const inHeaders = [...valuesOf(request, 'host'), ...valuesOf(request, ':authority')]
  return inTarget === undefined ? inHeaders : [...inHeaders, inTarget]
}

function valuesOf({ headers }: Addressed, name: string): readonly string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name)
}
