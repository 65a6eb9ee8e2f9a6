import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Environment } from './guidance.ts'
import { planFor } from './plan.ts'

const url = 'http://127.0.0.1:4141'
const own = 'https://own.example/v1'
const other = 'https://other.example/v1'

type Files = Readonly<Record<string, string>>

/** The plan of a command in a machine with these files: `home/…`, `work/…` and `etc/…`. */
function seen(line: string | readonly string[], files: Files, environment: Environment = {}) {
  const root = mkdtempSync(join(tmpdir(), 'mortise-agents-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const [command = '', ...words] = typeof line === 'string' ? line.split(' ') : line
  const places = { home: join(root, 'home'), folder: join(root, 'work/deep'), system: join(root, 'etc') }
  const plan = planFor(command, { environment, words, ...places })
  const guidance = plan.guide({ url, isAnthropicOwn: false })
  return { plan, told: guidance.environment, line: guidance.words(words).join(' '), notes: guidance.notes }
}

const settings = (address: string): string => JSON.stringify({ env: { ANTHROPIC_BASE_URL: address } })
const provider = `[model_providers.mine]\nbase_url = "${own}"\n`
const toGateway = `-c openai_base_url="${url}/v1"`
const toMine = `-c model_providers.mine.base_url="${url}/v1"`

test.each<[name: string, line: string, files: Files, upstream: string | undefined, told: string]>([
  ['no config', 'codex x', {}, undefined, `${toGateway} x`],
  [
    'an address',
    'codex x',
    { 'home/.codex/config.toml': `openai_base_url = '${own}'` },
    own,
    `${toGateway} x`,
  ],
  [
    'an address for the machine',
    'codex',
    { 'etc/codex/config.toml': `openai_base_url = "${own}"` },
    own,
    toGateway,
  ],
  ['a provider', 'codex', { 'home/.codex/config.toml': `model_provider = "mine"\n${provider}` }, own, toMine],
  [
    'a provider by an argument',
    'codex -c model_provider=mine',
    { 'home/.codex/config.toml': provider },
    own,
    `${toMine} -c model_provider=mine`,
  ],
  ['a provider that is not used', 'codex', { 'home/.codex/config.toml': provider }, undefined, toGateway],
  [
    'a profile in a file',
    'codex -p p',
    { 'home/.codex/p.config.toml': `openai_base_url = "${own}"` },
    own,
    `${toGateway} -p p`,
  ],
  [
    'a profile in a table',
    'codex',
    { 'home/.codex/config.toml': `profile = "p"\n[profiles.p]\nmodel_provider = "mine"\n${provider}` },
    own,
    toMine,
  ],
  [
    'an address in the folder',
    'codex',
    { 'work/.codex/config.toml': `openai_base_url = "${own}"` },
    undefined,
    toGateway,
  ],
])('codex, %s', (_, line, files, upstream, words) => {
  const found = seen(line, files, { OPENAI_BASE_URL: other })
  expect(found.plan.environment.OPENAI_BASE_URL).toBe(upstream)
  expect(found.plan.isLoginElsewhere).toBe(upstream !== undefined)
  expect([found.line, found.notes]).toEqual([words, []])
})

test.each<[name: string, line: string, files: Files]>([
  ['an address in the arguments', `codex exec -c openai_base_url="${own}"`, {}],
  ['a model on this machine', 'codex --oss', {}],
  ['a provider without an address', 'codex', { 'home/.codex/config.toml': 'model_provider = "amazon"' }],
  ['a config that is no TOML', 'codex', { 'home/.codex/config.toml': 'openai_base_url = "' }],
  ['an administrator', 'codex', { 'etc/codex/managed_config.toml': `openai_base_url = "${own}"` }],
  [
    'an address that is none',
    'codex',
    { 'home/.codex/config.toml': 'model_provider = "mine"\n[model_providers.mine]\nbase_url = "x"' },
  ],
  ['settings of an administrator', 'claude', { 'etc/claude-code/managed-settings.json': settings(own) }],
  [
    'settings of the folder, which may be a stranger’s',
    'claude',
    { 'work/.claude/settings.json': settings(own) },
  ],
  ['local settings of the folder', 'claude', { 'work/deep/.claude/settings.local.json': settings(own) }],
  ['a service of its own', 'copilot', {}],
  ['a config alone', 'openclaw', {}],
  ['a config alone', 'kimi', {}],
])('%s: %s is told nothing, goes where it would go, and the user learns why', (_, line, files) => {
  const found = seen(line, files)
  expect([found.told, found.line]).toEqual([{}, line.split(' ').slice(1).join(' ')])
  expect(found.notes.join()).toMatch(/do not pass|address/)
  expect([own, undefined]).not.toContain(found.plan.environment.ANTHROPIC_BASE_URL ?? 'the environment’s')
})

test.each<[name: string, words: string[], files: Files, upstream: string, line: RegExp]>([
  ['the environment', [], {}, other, /^$/],
  [
    'settings',
    ['-p', 'x'],
    { 'home/.claude/settings.json': settings(own) },
    own,
    /^--settings \{"env":\{"ANTHROPIC_BASE_URL":"http:\/\/127.0.0.1:4141"\}\} -p x$/,
  ],
  [
    'settings without an address',
    ['-p'],
    { 'home/.claude/settings.json': '{"env":{"A":"b"}}' },
    other,
    /^-p$/,
  ],
  ['settings that are no JSON', ['-p'], { 'home/.claude/settings.json': '{' }, other, /^-p$/],
  [
    'an argument',
    ['--settings', `{"model":"m","env":{"A":"b","ANTHROPIC_BASE_URL":"${own}"}}`, '-p'],
    {},
    own,
    /^--settings \{"model":"m","env":\{"A":"b","ANTHROPIC_BASE_URL":"http:[^"]*4141"\}\} -p$/,
  ],
  [
    'an argument and settings',
    [`--settings=${settings(own)}`],
    { 'home/.claude/settings.json': settings('https://x') },
    own,
    /^--settings \{"env"[^ ]*4141"\}\}$/,
  ],
])('claude, %s', (_, words, files, upstream, line) => {
  const found = seen(['claude', ...words], files, { ANTHROPIC_BASE_URL: other })
  expect(found.plan.environment.ANTHROPIC_BASE_URL).toBe(upstream)
  expect(found.told.ANTHROPIC_BASE_URL).toBe(url)
  expect(found.line).toMatch(line)
})

test.each([
  ['openai', 'OPENAI_BASE_URL', `${url}/v1`],
  ['anthropic', 'ANTHROPIC_BASE_URL', url],
])("copilot with a provider of type %s goes to the user's own", (type, variable, told) => {
  const found = seen('copilot', {}, { COPILOT_PROVIDER_BASE_URL: own, COPILOT_PROVIDER_TYPE: type })
  expect(found.plan.environment[variable]).toBe(own)
  expect(found.told).toEqual({ COPILOT_PROVIDER_BASE_URL: told })
})
