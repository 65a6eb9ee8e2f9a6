import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { acceptsNode } from './node-range.ts'

interface Package {
  readonly engines?: { readonly node?: string }
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const oldest = '20.19.0'
const lockfile = 'package-lock.json'
const packages = readLockfile(lockfile)
const workspaces = ['', 'core', 'app', 'window']

test('the workspaces are those of the lockfile', () => {
  const own = Object.keys(packages).filter((path) => !path.includes('node_modules'))
  expect(own.sort()).toEqual([...workspaces].sort())
})

// Heavy tools live in folders of their own, which `npm ci` in the root does not install.
const apart = ['mcp', 'mutation', 'bench/peers', 'test/clients', 'test/fleet', 'test/nodes', 'test/window']

describe.each([...workspaces, ...apart])('%s/package.json', (folder) => {
  const manifest = readManifest(folder) as Package

  test('asks for versions that are exact', () => {
    const asked = [manifest.dependencies, manifest.devDependencies, manifest.optionalDependencies]
    const loose = asked
      .flatMap((table) => Object.entries(table ?? {}))
      .filter(([, version]) => !/^(?:npm:[\w-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    expect(loose).toEqual([])
  })

  test('runs on the oldest Node that we promise', () => {
    expect(manifest.engines?.node).toBe('>=20.19')
  })
})

test(`every installed package accepts Node ${oldest}`, () => {
  const refusing = Object.keys(packages).flatMap((path) => {
    const range = readManifest(path)?.engines?.node
    return range === undefined || acceptsNode(range, oldest) ? [] : [`${path}: ${range}`]
  })
  expect(refusing).toEqual([])
})

describe.each([lockfile, ...apart.map((folder) => `${folder}/${lockfile}`)])('%s', (path) => {
  // The clients beside newer versions of Node run on those.
  const own = path.startsWith('test/nodes/') ? '22.23.3' : oldest
  test(`every package of it accepts Node ${own}, installed here or not`, () => {
    const refusing = Object.entries(readLockfile(path)).filter(
      ([, { engines }]) => engines?.node !== undefined && !acceptsNode(engines.node, own),
    )
    expect(refusing.map(([name]) => name)).toEqual([])
  })

  // A platform whose package has no integrity would install whatever a registry serves under that name.
  test('every package of it carries its integrity, for every platform', () => {
    const unchecked = Object.entries(readLockfile(path)).filter(
      ([name, { integrity, link }]) =>
        name.includes('node_modules/') && link !== true && integrity === undefined,
    )
    expect(unchecked.map(([name]) => name)).toEqual([])
  })

  test('it names no server', () => {
    expect(readText(path)).not.toMatch(/"resolved": "https?:/)
  })
})

test.each([
  ['>=20.19', true],
  ['>= 12.0.0', true],
  ['^20.19.0 || >=22.12.0', true],
  ['^20.0.0 || ^22.0.0', true],
  ['^10 || ^12 || >=14', true],
  ['~20.19', true],
  ['20.x', true],
  ['*', true],
  ['>=18 <21', true],
  ['18 - 20', true],
  ['>=20.19.1', false],
  ['>=22', false],
  ['^18.0.0 || ^22.0.0', false],
  ['~20.18.0', false],
  ['<20', false],
  ['18 || 22.x', false],
])('the range %s accepts it: %s', (range, accepts) => {
  expect(acceptsNode(range, oldest)).toBe(accepts)
})

function readLockfile(path: string): Readonly<Record<string, Package>> {
  return (readJson(path) as { readonly packages: Readonly<Record<string, Package>> }).packages
}

/** The manifest of a package, or undefined where it is not installed, e.g. one for another system. */
function readManifest(path: string): Package | undefined {
  const file = `${path === '' ? '' : `${path}/`}package.json`
  return existsSync(urlOf(file)) ? (readJson(file) as Package) : undefined
}

function readJson(path: string): unknown {
  return JSON.parse(readText(path))
}

function readText(path: string): string {
  return readFileSync(urlOf(path), 'utf8')
}

function urlOf(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}
