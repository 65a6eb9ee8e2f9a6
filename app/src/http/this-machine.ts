import { isIP } from 'node:net'

/** Whether a host, as a URL or a config names it, is an address of this machine alone. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  if (isIP(name) === 4) return name.startsWith('127.')
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost')
}
