import { type PolicyName, rulebooks } from '@mortise/core'
import { z } from 'zod'
import type { Config, ConfigInput, HistoryMode, Mode, ReloadMode } from './config.ts'
import { addressSchema, durationSchema, sizeSchema, urlSchema } from './values.ts'

/** The APIs that requests can be sent to. */
export const servedApis: readonly string[] = [
  ...new Set(
    rulebooks
      .filter(({ name, format }) => name !== 'everywhere' && format !== 'ai-sdk')
      .map(({ name }) => name),
  ),
]

const policies: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']
const name = z
  .string()
  .regex(/^[a-z\d][\w.-]{0,63}$/i, 'is a name of letters, digits, dots, dashes and underscores')

/** What becomes of requests that an API would refuse. */
export const modes: readonly Mode[] = ['off', 'observe', 'repair', 'strict']

const upstream = z.strictObject({
  url: urlSchema,
  api: z.enum(servedApis),
  key: z.string().min(1, 'is empty').optional(),
  passthrough: z.boolean().default(false),
  region: z.string().optional(),
  binding: z.enum(['drop_block', 'remove']).optional(),
})

const route = z.strictObject({
  name: name.optional(),
  path: z.string().optional(),
  model: z.string().min(1, 'is empty').default('*'),
  to: z.union([name.transform((one) => [one]), z.array(name).min(1, 'names no upstream')], {
    error: 'is the name of an upstream, or a list of names',
  }),
  as: z.record(z.string(), z.string()).default({}),
  mode: z.enum(modes).default('repair'),
  policy: z.enum(policies).default('keep'),
})

const patterns = z.array(z.string())
const histories: readonly HistoryMode[] = ['strip', 'text', 'keep-completed']
const tools = z.strictObject({
  deny: patterns.default([]),
  allow: patterns.default([]),
  history: z.enum(histories).optional(),
})

const profile = z.strictObject({ tools: tools.prefault({}) })

const sessions = z.strictObject({
  agent: name,
  home: z.string().min(1, 'is empty').default('~'),
  profiles: patterns.default(['*']),
})

const reloads: readonly ReloadMode[] = ['off', 'restart', 'hot', 'hybrid']

const client = z.strictObject({
  name,
  key: z.string().regex(/^sha256:[\da-f]{64}$/i, 'is `sha256:` and the 64 hex digits of the hash of the key'),
  routes: z.array(z.string()).optional(),
  tools: tools.optional(),
})

const admin = z.strictObject({
  listen: addressSchema.prefault('127.0.0.1:4142'),
  token: z.string().min(1, 'is empty').optional(),
})

/** The one schema of a config: what it checks, `Config` and `ConfigInput` say as types. */
export const configSchema: z.ZodType<Config, ConfigInput> = z.strictObject({
  listen: addressSchema.prefault('127.0.0.1:4141'),
  admin: z
    .union([z.literal(false), admin], { error: 'is `false`, or has `listen` and `token`' })
    .prefault({}),
  upstreams: z.record(name, upstream),
  routes: z.array(route).default([]),
  clients: z.array(client).default([]),
  keyHeader: z.literal('x-mortise-key').optional(),
  mode: z.enum(modes).default('repair'),
  policy: z.enum(policies).default('keep'),
  retries: z.int().min(0).max(10).default(0),
  timeouts: z
    .strictObject({ connect: durationSchema.prefault('10s'), headers: durationSchema.prefault('10m') })
    .prefault({}),
  limits: z.strictObject({ body: sizeSchema.prefault('64MB') }).prefault({}),
  reload: z.enum(reloads).default('hybrid'),
  tools: tools.prefault({}),
  profiles: z.record(z.string(), profile).default({}),
  sessions: z.array(sessions).default([]),
})
