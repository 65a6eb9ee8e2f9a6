import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const folder = new URL('../app/dist/page/', import.meta.url)
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8')
const files = readdirSync(folder)

test('the scripts of the page are at most 120 KB, compressed', () => {
  const scripts = files.filter((name) => name.endsWith('.js'))
  const size = scripts.reduce((sum, name) => sum + gzipSync(read(name)).length, 0)
  expect(scripts).toContain('index.js')
  expect(size).toBeLessThanOrEqual(120_000)
  expect(size).toBeGreaterThan(10_000)
})

test('uPlot is loaded on the page of the gateway alone', () => {
  expect(read('index.js')).not.toContain('uplot')
  expect(read('draw-plot.js')).toContain('u-legend')
})

test('nothing of the page names another place on the net', () => {
  const addresses = files.flatMap((name) => read(name).match(/https?:\/\/[\w.-]+/g) ?? [])
  expect([...new Set(addresses)].filter((each) => each !== 'http://www.w3.org')).toEqual([])
})
