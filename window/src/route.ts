import { signal } from '@preact/signals'

/** A place in the page, as its address has it. */
export type PageRoute =
  | { readonly page: 'sessions' }
  | { readonly page: 'session'; readonly path: string }
  | { readonly page: 'paste' }
  | { readonly page: 'gateway' }

const chosen = signal<PageRoute>(routeOf(location.hash))
addEventListener('hashchange', () => {
  chosen.value = routeOf(location.hash)
})

/** The page that is shown. */
export const route: { readonly value: PageRoute } = chosen

/** The address of a place. */
export function hrefOf(to: PageRoute): string {
  return to.page === 'session' ? `#/session/${encodeURIComponent(to.path)}` : `#/${to.page}`
}

/** Goes to a place. */
export function go(to: PageRoute): void {
  location.hash = hrefOf(to)
}

function routeOf(hash: string): PageRoute {
  const [, page, path] = /^#\/(\w+)(?:\/(.*))?$/.exec(hash) ?? []
  if (page === 'session' && path !== undefined) return { page, path: decodeURIComponent(path) }
  if (page === 'paste' || page === 'gateway') return { page }
  return { page: 'sessions' }
}
