import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Break } from './change.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))

/** Runs the tests of a broken law; gives what they say, and whether any failed. */
export function runBroken({ changes, tests, named }: Break): {
  readonly isRed: boolean
  readonly says: string
} {
  const named_ = named === undefined ? [] : ['-t', named]
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'test/broken/config.ts', '--maxWorkers=1', ...named_, tests],
    {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
      env: {
        ...process.env,
        MORTISE_BREAKS: JSON.stringify(changes),
        // All drawn cases are drawn, so that one of them meets what is broken.
        MORTISE_QUICK: named === undefined ? '' : '1',
        MORTISE_DEEP: '',
        NO_COLOR: '1',
      },
    },
  )
  return { isRed: status !== 0, says: `${stdout}${stderr}` }
}
