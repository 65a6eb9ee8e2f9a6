import { isIP } from 'node:net'
import { z } from 'zod'
import { hostIn } from '../http/foreign-request.ts'
import type { Address } from './config.ts'

const address = /^(?:\[([0-9a-f:.]+)\]|([^:\s/]+)):(\d{1,5})$/i

/** `127.0.0.1:4141`, `[::1]:4141`; port 0 is any that is free. */
export const addressSchema: z.ZodType<Address, string> = z.string().transform((text, context): Address => {
  const [, six, host = six, port] = address.exec(text) ?? []
  if (host !== undefined && Number(port) < 65_536) return { host, port: Number(port) }
  context.addIssue('is a host and a port, such as 127.0.0.1:4141')
  return z.NEVER
})

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }
/** A timer of Node that is longer than this fires at once. */
const longest = 2 ** 31 - 1

/** `500ms`, `10s`, `10m`, `1h`: in milliseconds. */
export const durationSchema: z.ZodType<number, string> = z.string().transform((text, context): number => {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|h)$/.exec(text) ?? []
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN)
  if (milliseconds > 0 && milliseconds <= longest) return milliseconds
  context.addIssue('is a time, such as 10s or 10m, of at most 24 days')
  return z.NEVER
})

const sizes: Readonly<Record<string, number>> = { B: 1, KB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30 }

/** `64MB`: in bytes, up to so many GB. */
export function sizeSchema(most: number): z.ZodType<number, string> {
  return z.string().transform((text, context): number => {
    const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*(B|KB|MB|GB)$/i.exec(text) ?? []
    const bytes = Math.floor(Number(count) * (sizes[unit.toUpperCase()] ?? Number.NaN))
    if (bytes > 0 && bytes <= most * 2 ** 30) return bytes
    context.addIssue(`is a size, such as 64MB, of at most ${most}GB`)
    return z.NEVER
  })
}

/** `https://api.anthropic.com`: without a name, a password, a query or a fragment. */
export const urlSchema: z.ZodType<URL, string> = z.string().transform((text, context): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain =
    url !== undefined && url.username + url.password + url.search + url.hash === '' && !text.endsWith('?')
  if (isPlain && /^https?:$/.test(url.protocol)) return url
  context.addIssue(
    'is an address that starts with http:// or https://, without a name, a query or a fragment',
  )
  return z.NEVER
})

/** `https://chat.example`: as browsers write the origin of a page. */
export const originSchema: z.ZodType<string, string> = z.string().transform((text, context): string => {
  const [, place = ''] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]+)\/?$/i.exec(text) ?? []
  const isWeb = /^https?:/i.test(text) && URL.canParse(text)
  if (hostIn(place) !== undefined) return isWeb ? new URL(text).origin : text.toLowerCase().replace(/\/$/, '')
  context.addIssue('is the origin of a page, such as https://chat.example')
  return z.NEVER
})

/** `host.docker.internal`, `192.168.1.5`: a name or an address of a machine. */
export const hostSchema: z.ZodType<string, string> = z.string().transform((text, context): string => {
  // With this port, a text that has one of its own is no authority.
  const host = hostIn(`${isIP(text) === 6 ? `[${text}]` : text}:0`)
  if (host !== undefined) return host
  context.addIssue('is the name or the address of a host, without a port')
  return z.NEVER
})
