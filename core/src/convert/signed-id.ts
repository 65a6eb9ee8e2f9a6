<<<<<<< HEAD
import type { Signature } from '../model/neutral.ts'

// The separator that gateways share. What follows it is base64url, so that the id is legal for every API's pattern.
const separator = '__thought__'
const otherSeparator = '_ts_'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A call's id as the model gave it, and the signature that travelled in it. */
export interface SplitId {
  readonly id: string
  readonly signature: string | undefined
}

/** The id to give to a client that can hold the signature nowhere else: `<id>__thought__<base64url>`. */
export function signedId(id: string, signature: string): string {
  return signature === '' ? id : `${id}${separator}${toBase64Url(signature)}`
}

/** Takes a signature out of an id again. A suffix that this package did not write is the signature itself. */
export function splitId(id: string): SplitId {
  const at = id.indexOf(separator)
  const [cut, length] = at > 0 ? [at, separator.length] : [id.indexOf(otherSeparator), otherSeparator.length]
  if (cut <= 0) return { id, signature: undefined }
  const suffix = id.slice(cut + length)
  return { id: id.slice(0, cut), signature: suffix === '' ? undefined : (fromBase64Url(suffix) ?? suffix) }
}

/** Signatures in ids are those of Google's models: no other API signs a call. */
export function signatureIn(value: string | undefined): Signature | undefined {
  return value === undefined ? undefined : { provider: 'google', value }
}

function toBase64Url(text: string): string {
  let bits = 0
  let held = 0
  let encoded = ''
  for (const byte of utf8(text)) {
    held = ((held << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 6) {
      bits -= 6
      encoded += letters.charAt((held >> bits) & 63)
    }
  }
  return bits === 0 ? encoded : encoded + letters.charAt((held << (6 - bits)) & 63)
}

/** The text, or undefined where these are not the letters of a printable one: a signature as other gateways write it. */
function fromBase64Url(encoded: string): string | undefined {
  let bits = 0
  let held = 0
  let text = ''
  for (const letter of encoded) {
    const value = letters.indexOf(letter)
    if (value < 0) return undefined
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 255
    if (byte < 0x21 || byte > 0x7e) return undefined
    text += String.fromCharCode(byte)
  }
  return text
}

/** Signatures are printable ASCII; any other character is written as its bytes, and then comes back as they are. */
function* utf8(text: string): Iterable<number> {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x80) yield code
    else
      for (const [, pair] of encodeURIComponent(character.toWellFormed()).matchAll(/%(..)/g))
        yield Number.parseInt(pair ?? '0', 16)
  }
=======
import { fromBase64, toBase64 } from '../bytes/base64.ts'
import { decode } from '../bytes/decode.ts'
import { encode } from '../bytes/utf8.ts'

// A signature of a call travels in the id that a client is given: `<id>__thought__<base64url>`. The client sends the id
// back, and the signature is taken off before anything else looks at the id.

const separator = '__thought__'
/** Another gateway writes this one. It may stand in any id, so that only a long signature after it counts. */
const other = '_ts_'
const leastOther = 20

/** An id, and the signature that was in it. */
export interface PlainId {
  readonly id: string
  readonly signature?: string
}

/** Puts a signature into an id. An empty id or signature, and the placeholder, are never put there. */
export function signId(id: string, signature: string): string {
  if (id === '' || signature === '' || signature === placeholder) return id
  return `${id}${separator}${shorten(signature)}`
}

/** The word that stands for a lost signature: it is written to the API, never given to a client. */
export const placeholder = 'skip_thought_signature_validator'

/** Takes the signature off an id. */
export function plainOf(id: string): PlainId {
  const cut = id.indexOf(separator)
  if (cut > 0) return withSignature(id.slice(0, cut), id.slice(cut + separator.length))
  const at = id.indexOf(other)
  if (at <= 0) return { id }
  const suffix = id.slice(at + other.length)
  return isLong(suffix) ? withSignature(id.slice(0, at), suffix) : { id }
}

function isLong(suffix: string): boolean {
  return suffix.length >= leastOther && /^[A-Za-z0-9+/_-]+={0,2}$/.test(suffix)
}

function withSignature(id: string, suffix: string): PlainId {
  return suffix === '' || suffix === placeholder ? { id } : { id, signature: lengthen(suffix) }
}

// Nearly every signature is base64: written in the letters that ids may have, without padding. Any other text is
// base64 of its bytes behind underscores, to a length that base64 never has.

function shorten(signature: string): string {
  const short = inUrl(signature)
  if (inBase64(short) === signature && fromBase64(signature) !== undefined) return short
  const bytes = inUrl(toBase64(encode(signature)))
  return `${'_'.repeat(((4 - (bytes.length % 4)) % 4) + 1)}${bytes}`
}

function lengthen(suffix: string): string {
  if (suffix.length % 4 !== 1) return /^[A-Za-z0-9_-]+$/.test(suffix) ? inBase64(suffix) : suffix
  const bytes = suffix.startsWith('_') ? fromBase64(inBase64(suffix.replace(/^_+/, ''))) : undefined
  return bytes === undefined ? suffix : decode(bytes, 0, bytes.length)
}

function inUrl(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function inBase64(short: string): string {
  const long = short.replaceAll('-', '+').replaceAll('_', '/')
  return long.padEnd(Math.ceil(long.length / 4) * 4, '=')
>>>>>>> e7e6a086 (convert: requests of one format become requests of another)
}
