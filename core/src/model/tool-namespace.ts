// A namespace groups tools of one client. A tool in one is known by both names together; no API takes this mark in a name.
const mark = '/'
/** The namespace of tools that are called by their own name alone. */
const common = 'functions'

/** The whole name of a tool in a namespace. */
export function nameIn(namespace: string | undefined, name: string): string {
  return namespace === undefined || namespace === common ? name : `${namespace}${mark}${name}`
}

/** The namespace and the own name in a whole name. */
export function namespaceOf(whole: string): { readonly namespace?: string; readonly name: string } {
  const end = whole.indexOf(mark)
  return end > 0 ? { namespace: whole.slice(0, end), name: whole.slice(end + mark.length) } : { name: whole }
}

/** One name for a tool in a namespace, as APIs without namespaces may take it; undefined for any other tool. */
export function joinedName(whole: string): string | undefined {
  const { namespace, name } = namespaceOf(whole)
  if (namespace === undefined) return undefined
  return `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`
}
