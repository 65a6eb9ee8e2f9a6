import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ConfigWatch, watchConfig } from './watch.ts'

let folder = ''
let watched: ConfigWatch | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mortise-watch-'))
})
afterEach(async () => {
  await watched?.close()
  watched = undefined
  rmSync(folder, { recursive: true, force: true })
})

/** Short waits; only events count, nothing is looked at by the clock. */
const quick = { stable: 40, debounce: 60, recheck: 0 }

/** Watches a file, and keeps what it held at each change. */
async function watching(path: string, also: readonly string[] = []): Promise<string[]> {
  const held: string[] = []
  const onChange = (): void => void held.push(textOf(path))
  watched = watchConfig(path, { onChange, also: () => also, ...quick })
  await watched.ready
  return held
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return 'nothing'
  }
}

const seen = (held: string[], texts: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(held).toEqual(texts), { timeout: 5000, interval: 10 })

describe('each way of saving is seen once', () => {
  const ways: readonly [string, (path: string, text: string) => void][] = [
    ['in place', writeFileSync],
    [
      'in pieces',
      (path, text) => {
        writeFileSync(path, '')
        for (const letter of text) appendFileSync(path, letter)
      },
    ],
    [
      'by rename',
      (path, text) => {
        writeFileSync(`${path}.tmp`, text)
        renameSync(`${path}.tmp`, path)
      },
    ],
    [
      'by a backup and a new file, as vim does',
      (path, text) => {
        writeFileSync(join(folder, '.mortise.yaml.swp'), 'swap')
        writeFileSync(join(folder, '4913'), '')
        unlinkSync(join(folder, '4913'))
        renameSync(path, `${path}~`)
        writeFileSync(path, text)
        unlinkSync(`${path}~`)
        unlinkSync(join(folder, '.mortise.yaml.swp'))
      },
    ],
    [
      'removed and written anew',
      (path, text) => {
        unlinkSync(path)
        writeFileSync(path, text)
      },
    ],
    [
      'with the time of long ago',
      (path, text) => {
        writeFileSync(path, text)
        utimesSync(path, 1, 1)
      },
    ],
  ]
  test.each(ways)('%s', async (_, save) => {
    const path = join(folder, 'mortise.yaml')
    writeFileSync(path, 'one')
    utimesSync(path, 1, 1)
    const held = await watching(path)
    save(path, 'two')
    await seen(held, ['two'])
    save(path, 'six')
    await seen(held, ['two', 'six'])
  })
})

describe('links', () => {
  const mount = (name: string, text: string): void => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'mortise.yaml'), text)
    symlinkSync(name, join(folder, '..data_tmp'))
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  }

  test('a volume of Kubernetes is swapped, again and again', async () => {
    mount('..2026_1', 'one')
    const path = join(folder, 'mortise.yaml')
    symlinkSync('..data/mortise.yaml', path)
    const held = await watching(path)
    mount('..2026_2', 'two')
    rmSync(join(folder, '..2026_1'), { recursive: true })
    await seen(held, ['two'])
    mount('..2026_3', 'three')
    await seen(held, ['two', 'three'])
  })

  test('a file that a link leads to is written in its own folder, also after the link was moved', async () => {
    for (const name of ['a', 'b']) {
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'real.yaml'), name)
    }
    const path = join(folder, 'mortise.yaml')
    symlinkSync('a/real.yaml', path)
    const held = await watching(path)
    writeFileSync(join(folder, 'a', 'real.yaml'), 'a2')
    await seen(held, ['a2'])
    symlinkSync('b/real.yaml', `${path}.new`)
    renameSync(`${path}.new`, path)
    await seen(held, ['a2', 'b'])
    writeFileSync(join(folder, 'b', 'real.yaml'), 'b2')
    await seen(held, ['a2', 'b', 'b2'])
  })
})

describe('other events', () => {
  test.each<[string, (path: string) => void]>([
    ['a swap file', () => writeFileSync(join(folder, '.mortise.yaml.swp'), 'swap')],
    ['a touch', (path) => utimesSync(path, 5, 5)],
    ['the same text once more', (path) => writeFileSync(path, 'one')],
  ])('%s calls nothing', async (_, act) => {
    const path = join(folder, 'mortise.yaml')
    writeFileSync(path, 'one')
    const held = await watching(path)
    // Another file that is watched in the same way shows when the first one has been looked at.
    let isLookedAt = false
    const clock = watchConfig(join(folder, 'clock'), {
      ...quick,
      onChange: () => {
        isLookedAt = true
      },
    })
    await clock.ready
    act(path)
    writeFileSync(join(folder, 'clock'), '')
    await vi.waitFor(() => expect(isLookedAt).toBe(true), { timeout: 5000, interval: 10 })
    await clock.close()
    writeFileSync(path, 'two')
    await seen(held, ['two'])
  })

  test('a file that vanished is a change, and so is its return', async () => {
    const path = join(folder, 'mortise.yaml')
    writeFileSync(path, 'one')
    const held = await watching(path)
    unlinkSync(path)
    await seen(held, ['nothing'])
    writeFileSync(path, 'one')
    await seen(held, ['nothing', 'one'])
  })

  test('a busy folder does not keep a change from being seen', async () => {
    const path = join(folder, 'mortise.yaml')
    writeFileSync(path, 'one')
    const held = await watching(path)
    const noise = setInterval(() => writeFileSync(join(folder, 'log'), String(Math.random())), 5)
    writeFileSync(path, 'two')
    await seen(held, ['two']).finally(() => clearInterval(noise))
  })

  test('a file that is read with it counts too', async () => {
    const [path, other] = [join(folder, 'mortise.yaml'), join(folder, 'other.yaml')]
    writeFileSync(path, 'one')
    const held = await watching(path, [other])
    writeFileSync(other, 'new')
    await seen(held, ['one'])
  })
})

test('saves while a change is handled are handled once more, at the end', async () => {
  const path = join(folder, 'mortise.yaml')
  writeFileSync(path, '0')
  const held: string[] = []
  let underWay = 0
  let release = (): void => undefined
  const first = new Promise<void>((resolve) => {
    release = resolve
  })
  watched = watchConfig(path, {
    stable: 10,
    debounce: 10,
    recheck: 0,
    onChange: async () => {
      underWay += 1
      expect(underWay).toBe(1)
      held.push(readFileSync(path, 'utf8'))
      await first
      underWay -= 1
    },
  })
  await watched.ready
  const asked = watched.now()
  const more = [1, 2, 3].map((count) => {
    writeFileSync(path, String(count))
    return watched?.now()
  })
  release()
  await Promise.all([asked, ...more])
  expect(held).toEqual(['0', '3'])
})

test('a failure is told, and the next change is seen', async () => {
  const path = join(folder, 'mortise.yaml')
  writeFileSync(path, 'one')
  const told: unknown[] = []
  watched = watchConfig(path, {
    stable: 10,
    debounce: 10,
    recheck: 0,
    onFailure: (error) => told.push(error),
    onChange: () => {
      throw new Error(readFileSync(path, 'utf8'))
    },
  })
  await watched.ready
  for (const text of ['two', 'three']) {
    writeFileSync(path, text)
    await vi.waitFor(() => expect(told.at(-1)).toEqual(new Error(text)), { timeout: 5000 })
  }
})
