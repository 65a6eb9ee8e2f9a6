import { type PolicyName, rulebooks } from '@mortise/core'
import { z } from 'zod'
import type { Config, ConfigInput, HistoryMode, Mode, ReloadMode } from './config.ts'
import type { SameMembers } from './members.ts'
import { addressSchema, durationSchema, hostSchema, originSchema, sizeSchema, urlSchema } from './values.ts'

/** The APIs that requests can be sent to. */
const servedApis: readonly string[] = [
  ...new Set(
    rulebooks
      .filter(({ name, format }) => name !== 'everywhere' && format !== 'ai-sdk')
      .map(({ name }) => name),
  ),
]

const policies: readonly PolicyName[] = ['keep', 'drop', 'drop-turn', 'report']
const name = z
  .string()
  .regex(/^[a-zA-Z\d][\w.-]{0,63}$/, 'is a name of letters, digits, dots, dashes and underscores')
const text = z.string().min(1, 'is empty')

/** The action on requests that an API would refuse. */
export const modes: readonly Mode[] = ['off', 'observe', 'repair', 'strict']

const upstream = z.strictObject({
  url: urlSchema.describe('The base URL, as the official SDK of the API takes it.'),
  api: z.enum(servedApis).describe('The API whose rules requests have to keep; `mortise apis` lists them.'),
  key: text.optional().describe("The key that is sent; without one, the client's own passes."),
  passthrough: z
    .boolean()
    .default(false)
    .describe('Whether paths that are not served here pass with `key`, too.'),
  region: z
    .string()
    .optional()
    .describe('The region of Amazon Bedrock; else `AWS_REGION`, else the one in `url`.'),
  binding: z
    .enum(['drop_block', 'remove'])
    .optional()
    .describe('Thinking that is bound to another past: the API is asked to drop it, or it is removed here.'),
})

const route = z.strictObject({
  name: name.optional().describe('A name for clients, metrics and logs.'),
  path: z.string().optional().describe('A path in its plain form, which covers all its spellings.'),
  model: text.default('*').describe('The models; a star stands for anything.'),
  to: z
    .union([name.transform((one) => [one]), z.array(name).min(1, 'names no upstream')], {
      error: 'is the name of an upstream, or a list of names',
    })
    .describe('The upstream, or several: the next one is asked if one cannot answer.'),
  as: z.record(z.string(), z.string()).default({}).describe('The name of the model at an upstream.'),
  mode: z.enum(modes).default('repair').describe('As `mode` below, for this route.'),
  policy: z.enum(policies).default('keep').describe('As `policy` below, for this route.'),
})

const patterns = z.array(text)
const histories: readonly HistoryMode[] = ['strip', 'text', 'keep-completed']
const tools = z.strictObject({
  deny: patterns
    .default([])
    .describe('The tools that are denied: names, patterns with stars, groups such as `group:web`.'),
  allow: patterns
    .default([])
    .describe('If not empty, every tool that it does not name is denied too; `deny` wins.'),
  history: z
    .enum(histories)
    .optional()
    .describe(
      'Calls of denied tools in a history: removed, turned into text, or kept if they have a result. By default `strip`.',
    ),
})

const profile = z.strictObject({
  tools: tools.prefault({}).describe('As `tools`, for this profile beside those of all.'),
})

const sessions = z.strictObject({
  agent: name.describe('The agent that keeps the sessions, such as `openclaw`.'),
  home: text.default('~').describe('The folder of the user whose sessions they are.'),
  profiles: patterns.default(['*']).describe('The profiles of the agent; a star stands for anything.'),
})

const column = text.regex(/^[^\0".]{1,63}$/, 'is the name of a column')
/** The formats whose messages stand in a list, one after the other. */
const tableFormats: readonly string[] = [...new Set(rulebooks.map(({ format }) => format))]
const table = z.strictObject({
  name: name.describe('A name for jobs and screens.'),
  url: text.optional().describe('The PostgreSQL database that holds it; if left out, `database`.'),
  table: z
    .string()
    .regex(/^[^\0".]{1,63}(?:\.[^\0".]{1,63})?$/, 'is the name of a table, such as `public.messages`')
    .describe('The table, such as `public.messages`.'),
  session: column.describe('The column that says which session a message is of.'),
  order: column.describe('The column by which the messages of a session are ordered.'),
  message: column.optional().describe('The column with a whole message as JSON.'),
  role: column.optional().describe('Without `message`: the column of the role.'),
  content: column.optional().describe('Without `message`: the column of the content.'),
  format: z.enum(tableFormats).describe('The format of the messages; `mortise formats` lists them.'),
  api: z
    .enum(servedApis)
    .optional()
    .describe('The API that they are sent to; if left out, the one of the format.'),
})

const reloads: readonly ReloadMode[] = ['off', 'restart', 'hot', 'hybrid']

const client = z.strictObject({
  name: name.describe('A name for metrics and logs.'),
  key: z
    .string()
    .regex(/^sha256:[\da-fA-F]{64}$/, 'is `sha256:` and the 64 hex digits of the hash of the key')
    .describe('`sha256:` and the hash of the key, in hex.'),
  routes: z.array(z.string()).optional().describe('The routes that are open to it; all, if left out.'),
  tools: tools.optional().describe('As `tools`, for this client beside those of all.'),
})

const admin = z.strictObject({
  listen: addressSchema.prefault('127.0.0.1:4142').describe('Its address, on this machine alone.'),
  token: text.optional().describe('The token that lets in; without one, one is made and printed.'),
})

const schema = z.strictObject({
  listen: addressSchema
    .prefault('127.0.0.1:4141')
    .describe('The address for requests. Beyond this machine it needs `clients`.'),
  origins: z
    .array(originSchema)
    .default([])
    .describe('The origins of web pages that may come in and read answers. No page may by default.'),
  hosts: z
    .array(hostSchema)
    .default([])
    .describe('The names by which requests may ask, besides those of this machine.'),
  admin: z
    .union([z.literal(false), admin], { error: 'is `false`, or has `listen` and `token`' })
    .prefault({})
    .describe('The control plane: metrics, events, reload. `false` for none.'),
  metrics: z
    .strictObject({
      listen: addressSchema.describe('Its address, such as `0.0.0.0:9464`; it answers `/metrics` alone.'),
      token: z.string().min(16, 'has to be of 16 characters or more').describe('The token that lets in.'),
    })
    .optional()
    .describe('A place of its own for `/metrics`, also beyond this machine.'),
  upstreams: z
    .record(name, upstream)
    .default({})
    .describe('The APIs that requests are sent on to, by a name of yours.'),
  routes: z
    .array(route)
    .prefault([])
    .describe('Which requests go where; the first match wins. Without routes the path decides.'),
  clients: z.array(client).default([]).describe('Those who may use the gateway; without any, everybody.'),
  keyHeader: z
    .literal('x-mortise-key')
    .optional()
    .describe("The gateway's key is read from this header alone; the client's own is for the upstream."),
  mode: z
    .enum(modes)
    .default('repair')
    .describe('Requests that their API would refuse, where no route is written.'),
  policy: z.enum(policies).default('keep').describe('How they are mended, where no route is written.'),
  retries: z
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe('How often a request is sent again after 429, 5xx or a failed connection.'),
  timeouts: z
    .strictObject({
      connect: durationSchema
        .prefault('10s')
        .describe('Until the upstream is connected, such as `500ms`, `10s`, `10m`.'),
      headers: durationSchema.prefault('10m').describe('Until its answer begins.'),
    })
    .prefault({})
    .describe('The longest that is waited for an upstream.'),
  limits: z
    .strictObject({
      body: sizeSchema(1)
        .prefault('64MB')
        .describe('The largest request, such as `64MB`; a larger one gets 413.'),
      total: sizeSchema(1024)
        .optional()
        .describe(
          'All bodies together that are held at a time; beyond it 503. By default a quarter of the memory that the process may have.',
        ),
    })
    .prefault({})
    .describe('The most that is held of requests and answers.'),
  reload: z
    .enum(reloads)
    .default('hybrid')
    .describe(
      'How a changed config takes effect: not at all, by a restart, in place, or in place where that is possible.',
    ),
  tools: tools.prefault({}).describe('The tools that may be used.'),
  profiles: z
    .record(z.string(), profile)
    .default({})
    .describe('By profile of an agent, such as `openclaw/main`.'),
  sessions: z
    .array(sessions)
    .default([])
    .describe('The sessions that are cleaned when a tool becomes denied. None by default.'),
  database: text
    .optional()
    .describe('The PostgreSQL database of a fleet, which then holds the config. docs/fleet.md describes it.'),
  node: z
    .strictObject({
      name: name.optional().describe("The name of this machine in the fleet; by default the host's."),
    })
    .prefault({})
    .describe('This machine in the fleet.'),
  tables: z
    .array(table)
    .default([])
    .describe('Tables of messages in PostgreSQL that are cleaned and mended by the jobs of a fleet.'),
  audit: z
    .strictObject({
      days: z.int().min(1).max(3650).default(30).describe('How long a repair stays in the audit, in days.'),
    })
    .prefault({})
    .describe('The audit of repairs, which a fleet keeps in its database. It never holds a body.'),
  jobs: z
    .strictObject({
      days: z
        .int()
        .min(1)
        .max(3650)
        .optional()
        .describe('How long a run of jobs can be taken back, in days. If left out, for ever.'),
    })
    .prefault({})
    .describe('The jobs of a fleet, which keeps them and images of changed rows in its database.'),
})

/** The one schema of a config. `Config` and `ConfigInput` say the same as types; the compiler compares all members. */
export const configSchema: z.ZodType<Config, ConfigInput> = schema satisfies SameMembers<
  z.output<typeof schema>,
  Config
> &
  SameMembers<z.input<typeof schema>, ConfigInput>
