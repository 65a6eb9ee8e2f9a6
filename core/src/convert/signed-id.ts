import type { Signature } from '../model/neutral.ts'
import { signatureMark } from '../model/unsigned-id.ts'

// Another gateway's separator. It may stand in any id, so that only a long signature after it counts.
const otherSeparator = '_ts_'
const leastOther = 20
/** The word that stands for a lost signature: it is written to the API, never given to a client. */
const placeholder = 'skip_thought_signature_validator'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A call's id as the model gave it, and the signature that travelled in it. */
export interface SplitId {
  readonly id: string
  readonly signature: string | undefined
}

/** The id to give to a client that can hold the signature nowhere else: `<id>__thought__<base64url>`, legal by every API's pattern. */
export function signedId(id: string, signature: string): string {
  return id === '' || signature === '' || signature === placeholder
    ? id
    : `${id}${signatureMark}${toBase64Url(signature)}`
}

/** Takes a signature out of an id again. A suffix that this package did not write is the signature itself. */
export function splitId(id: string): SplitId {
  const at = id.indexOf(signatureMark)
  if (at > 0) return cutAt(id, at, signatureMark.length)
  const other = id.indexOf(otherSeparator)
  const isSigned = other > 0 && long.test(id.slice(other + otherSeparator.length))
  return isSigned ? cutAt(id, other, otherSeparator.length) : { id, signature: undefined }
}

const long = new RegExp(`^[A-Za-z0-9+/_-]{${leastOther},}={0,2}$`)

function cutAt(id: string, cut: number, length: number): SplitId {
  const suffix = id.slice(cut + length)
  const signature = suffix === '' ? undefined : (fromBase64Url(suffix) ?? suffix)
  return { id: id.slice(0, cut), signature: signature === placeholder ? undefined : signature }
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
}
