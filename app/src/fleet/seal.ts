import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Query } from './database.ts'
import type { RevisionText } from './merge.ts'

/** PostgreSQL refuses a notification of 8,000 bytes. */
const mostInNotice = 7999
const cipher = 'aes-256-gcm'
const [ivBytes, tagBytes] = [12, 16]

/** The key of the notices of a fleet; only the role of the fleet can read its table. The first process makes it. */
export async function sealKey(query: Query): Promise<Buffer> {
  await query('insert into mortise.seal (key) values ($1) on conflict do nothing', [randomBytes(32)])
  const [row] = await query<{ key: Buffer }>('select key from mortise.seal')
  if (row === undefined) throw new Error('The table mortise.seal is empty.')
  return row.key
}

/**
 * A revision as the payload of a notification, sealed; only its number if it is too long for one.
 *
 * Any role of the database may send and hear notifications: nobody without the key can read a config in one, or write one.
 */
export function sealed({ revision, text, name }: RevisionText, key: Buffer): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv)
  const plain = deflateRawSync(JSON.stringify({ revision, text, name }))
  const body = Buffer.concat([sealing.update(plain), sealing.final()])
  const payload = Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64')
  return payload.length <= mostInNotice ? payload : String(revision)
}

/** The revision in the payload of a notification; undefined if it holds none that was sealed with the key. */
export function unsealed(payload: string, key: Buffer): RevisionText | undefined {
  const bytes = Buffer.from(payload, 'base64')
  if (bytes.length <= ivBytes + tagBytes) return undefined
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    opening.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    const plain = Buffer.concat([opening.update(bytes.subarray(ivBytes + tagBytes)), opening.final()])
    // Sealed by a process of the fleet: here it becomes a type.
    return JSON.parse(inflateRawSync(plain).toString()) as RevisionText
  } catch {
    // By another role, or with the key of another database.
    return undefined
  }
}
