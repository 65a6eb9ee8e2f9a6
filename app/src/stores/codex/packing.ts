import { DiskError, type Packing } from '../../disk/index.ts'
import { unzstd } from '../../zstd/unzstd.ts'

/** No thread that Codex can go on with is larger. */
const largest = 1 << 30

/** Codex compresses a thread that nobody went on with for a week, and unpacks it when somebody does. */
export const packing: Packing = {
  isPacked: (path) => path.endsWith('.jsonl.zst'),
  unpack: (bytes, path) => {
    const read = unzstd(bytes, largest)
    if (read.state === 'read') return read.bytes
    const why =
      read.state === 'broken'
        ? 'is compressed, and cannot be unpacked'
        : 'is larger than 1 GB once it is unpacked'
    throw new DiskError('no-record', `\`${path}\` ${why}.`, 4, { path })
  },
}
