import { printable } from './printable.ts'

/** Says something to whoever asked for it by `DEBUG`, on stderr. */
export function debug(namespace: string, line: () => string): void {
  if (isAskedFor(namespace, process.env.DEBUG ?? ''))
    process.stderr.write(`${namespace} ${printable(line())}\n`)
}

/** Whether a list of names, with stars for anything and a minus for what is not wanted, has one. */
export function isAskedFor(namespace: string, list: string): boolean {
  const names = list.split(/[\s,]+/).filter((name) => name !== '')
  const fits = (name: string): boolean => {
    const parts = name.split('*').map((part) => part.replace(/[^\w:]/g, '\\$&'))
    return new RegExp(`^${parts.join('.*')}$`).test(namespace)
  }
  const isRefused = names.some((name) => name.startsWith('-') && fits(name.slice(1)))
  return !isRefused && names.some((name) => !name.startsWith('-') && fits(name))
}
