import { type MemberPath, memberIn, withMember } from '../config/index.ts'
import { type Disk, type DiskOutcome, rewriteFile } from '../disk/index.ts'

/** A member of a config file after it was changed. */
export interface ConfigMember {
  readonly before: unknown
  /** The operation that `undo` takes; null if the member had this value already. */
  readonly operation: string | null
}

/** Changes one member of a config file through disk; `refuse` throws if the new text would be wrong. */
export async function setMember(
  disk: Disk,
  path: string,
  way: MemberPath,
  value: unknown,
  refuse: (text: string) => void,
): Promise<DiskOutcome<ConfigMember>> {
  let before: unknown
  const outcome = await rewriteFile(disk, path, ({ bytes }) => {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString()
    before = memberIn(text, path, way)
    const next = withMember(text, path, way, value)
    refuse(next)
    // A config has no agent that is at work on it: one that was saved a moment ago is at rest.
    return { command: 'config set', content: { bytes: Buffer.from(next) }, recentMs: 0 }
  })
  if (!outcome.ok) return outcome
  const { value: replaced } = outcome
  return { ok: true, value: { before, operation: replaced.state === 'replaced' ? replaced.operation : null } }
}
