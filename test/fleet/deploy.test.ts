import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { readText } from '../../app/src/config/index.ts'
import { mergedConfig } from '../../app/src/fleet/merge.ts'
import { openMetrics } from '../../app/src/gateway/report/metrics.ts'
import { testWith } from '../needs.ts'
import { folder } from './machines.ts'

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url))
const read = (name: string): string => readFileSync(join(deploy, name), 'utf8')
const environment = {
  DATABASE_URL: 'postgres://db.example/mortise',
  ANTHROPIC_API_KEY: 'key',
  CLIENT_KEY_SHA256: 'a'.repeat(64),
  METRICS_TOKEN: 'a-token-of-some-length',
}

/** What YAML holds; here only its form is looked at. */
// biome-ignore lint/suspicious/noExplicitAny: members of foreign formats
function documentsIn(name: string): any[] {
  return parseAllDocuments(read(name), { merge: true }).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  })
}

test('the Dockerfile has no fault that its linter knows, and does not run as root', () => {
  expect(validate(read('Dockerfile')).filter(({ severity }) => severity === 1)).toEqual([])
  expect(read('Dockerfile')).toMatch(/\nUSER node\n/)
})

test.each(['machine.yaml', 'kubernetes'])('the config of a machine in %s fits the first revision', (name) => {
  const text =
    name === 'kubernetes' ? documentsIn('kubernetes/mortise.yaml')[0].data['mortise.yaml'] : read(name)
  const file = join(folder, `${name}.yaml`)
  writeFileSync(file, text)
  const revision = { revision: 1, name: 'fleet.yaml', text: read('fleet.yaml') }
  const { config, unread } = mergedConfig(file, revision, { environment, readFile: readText })
  expect([config.listen.host, config.clients.length, unread]).toEqual(['0.0.0.0', 1, []])
})

test('the compose file mounts what is there, and every volume is declared', () => {
  const [{ services, volumes }] = documentsIn('compose.yaml')
  const used = Object.values(services).flatMap((service) => (service as { volumes?: string[] }).volumes ?? [])
  const named = used.map((volume) => String(volume).split(':')[0] ?? '')
  expect([...new Set(named.filter((name) => !name.startsWith('.')))].sort()).toEqual(
    Object.keys(volumes).sort(),
  )
  for (const name of named.filter((each) => each.startsWith('./'))) expect(read(name.slice(2))).not.toBe('')
})

test('the compose file fits the schema of Compose, and has no fault that its linter knows', () => {
  const linter = join(import.meta.dirname, 'node_modules/dclint/bin/dclint.cjs')
  const words = [linter, '--quiet', '--formatter', 'json', join(deploy, 'compose.yaml')]
  const { stdout, status } = spawnSync(process.execPath, words, { encoding: 'utf8' })
  expect([JSON.parse(stdout), status]).toEqual([[], 0])
})

test('the manifests are what Kubernetes calls a Deployment, a Service and so on', () => {
  const groups: Readonly<Record<string, string>> = { v1: 'core/v1' }
  const lines = documentsIn('kubernetes/mortise.yaml').map((document, index) => {
    const from = `kubernetes-types/${groups[document.apiVersion] ?? document.apiVersion}`
    const type = `import('${from}').${document.kind}`
    return `export const document${index}: ${type} = ${JSON.stringify(document)}\n`
  })
  // Types are found from the folder that has the packages.
  const file = join(import.meta.dirname, '.manifests.ts')
  writeFileSync(file, lines.join(''))
  const root = createRequire(new URL('../../package.json', import.meta.url))
  const tsc = join(dirname(root.resolve('typescript/package.json')), 'bin/tsc')
  const how = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'preserve',
    '--target',
    'es2022',
  ]
  const { stdout, status } = spawnSync(process.execPath, [tsc, ...how, file], { encoding: 'utf8' })
  rmSync(file)
  expect([stdout, status]).toEqual(['', 0])
})

test('the manifests select their own pods, and each container may write only where it has to', () => {
  const all = documentsIn('kubernetes/mortise.yaml')
  const pods = all.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec)
  for (const { selector, template } of pods) {
    expect(template.metadata.labels).toMatchObject(selector.matchLabels)
    expect(template.spec.securityContext.runAsNonRoot).toBe(true)
    for (const { securityContext, volumeMounts } of template.spec.containers) {
      expect(securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
      const names = template.spec.volumes.map(({ name }: { name: string }) => name)
      expect(names).toEqual(volumeMounts.map(({ name }: { name: string }) => name))
    }
  }
  const [service] = all.filter(({ kind }) => kind === 'Service')
  const labels = pods.map(({ template }) => template.metadata.labels)
  const isSelected = (own: Record<string, string>): boolean =>
    Object.entries(service.spec.selector).every(([name, value]) => own[name] === value)
  expect(labels.filter(isSelected)).toHaveLength(1)
})

test('the dashboard asks for metrics that exist', async () => {
  const metrics = openMetrics({ taken: 0 }, false)
  const fleet = ['revision', 'database_up', 'database_losses'].map((name) => `mortise_fleet_${name}`)
  const known = [...(await metrics.text()).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  const asked = [...read('grafana/mortise.json').matchAll(/mortise_[a-z_]*[a-z0-9_]+/g)].map(([name]) => name)
  const base = (name: string): string => name.replace(/_bucket$/, '')
  expect(asked.length).toBeGreaterThan(10)
  expect([...new Set(asked.map(base))].filter((name) => ![...known, ...fleet].includes(name))).toEqual([])
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
testWith(hasSystemd, 'systemd-analyze')('the units are sound', () => {
  for (const [name, program] of [
    ['mortise-gateway.service', 'gateway'],
    ['mortise-worker@.service', 'worker'],
  ] as const) {
    // The program of the unit is not installed here.
    const file = join(folder, name)
    writeFileSync(file, read(name).replace(`/usr/bin/mortise ${program}`, `/bin/true ${program}`))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', '--recursive-errors=no', file], {
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => line.includes('mortise-'))).toEqual([])
  }
})
