import { describe, test } from 'vitest'
import { configs, methods, paths, stageWith, tryFramings, tryFramingsOfSecond } from '../attack/smuggling.ts'

describe.each(Object.entries(configs))('no request is smuggled: %s', (_, config) => {
  const stage = stageWith(config)

  test.each(methods.flatMap((method) => paths.map((path) => [method, path] as const)))(
    '%s %s',
    { timeout: 60_000 },
    async (method, path) => {
      await tryFramings(await stage, method, path)
      await tryFramingsOfSecond(await stage, method, path)
    },
  )
})
