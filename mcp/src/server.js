// @ts-check
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { mortise } from './command.js'

const session = z
  .string()
  .min(1)
  .max(4096)
  .describe('The id of a session, the beginning of its id, or its file, as `doctor` names it.')

const readOnly = { readOnlyHint: true, openWorldHint: false }
const writes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }

/** A server whose tools run the command `mortise`; it writes only what it has shown before. */
export function createServer() {
  const server = new McpServer({ name: 'mortise', version: '0.1.0' })
  /** The plans that were shown, and the sessions that they mend. @type {Map<string, string>} */
  const shown = new Map()
  /** The operations that were carried out here. @type {Set<string>} */
  const done = new Set()

  server.registerTool(
    'doctor',
    {
      title: 'Find broken sessions',
      description:
        'Lists the sessions of coding agents on this machine whose tool calls and results do not match, so that an API refuses them. Changes nothing.',
      inputSchema: {
        since: z
          .string()
          .regex(/^\d+[hdw]$/)
          .optional()
          .describe('Only sessions used within this time: 12h, 7d, 2w.'),
      },
      annotations: readOnly,
    },
    async ({ since }) => {
      const { answer, text, exit } = await mortise('doctor', {
        flags: since === undefined ? [] : ['--since', since],
      })
      const sessions = answer?.sessions?.filter((/** @type {any} */ each) => each.health !== 'sound')
      return reply(sessions === undefined ? text : { ...answer, sessions }, exit === 0 || exit === 1)
    },
  )

  server.registerTool(
    'show',
    {
      title: 'Show a session',
      description: 'Shows one session: its turns, its calls with their results, its faults. Changes nothing.',
      inputSchema: { session },
      annotations: readOnly,
    },
    async ({ session: name }) => {
      const { answer, text, exit } = await mortise('show', { words: [name] })
      return reply(answer ?? text, exit === 0 || exit === 1)
    },
  )

  server.registerTool(
    'explain',
    {
      title: 'Explain an error',
      description:
        'Says what an error message of an LLM API means, and which session it is about. Changes nothing.',
      inputSchema: { text: z.string().min(1).max(100_000).describe('The error, as it was printed.') },
      annotations: readOnly,
    },
    async ({ text: input }) => {
      const { answer, text, exit } = await mortise('explain', { input })
      return reply(answer ?? text, exit === 0 || exit === 1)
    },
  )

  server.registerTool(
    'plan',
    {
      title: 'Plan a repair',
      description:
        'Plans the repair of one session: every record that would change, with the reason. Changes nothing. Show the plan to the user before you call `apply` with its digest.',
      inputSchema: { session },
      annotations: readOnly,
    },
    async ({ session: name }) => {
      const { answer, text } = await mortise('repair', { flags: ['--dry-run'], words: [name] })
      if (answer?.plan === undefined) return reply(text, false)
      const { plan: digest, ...rest } = answer
      if (answer.changes.length > 0) shown.set(digest, name)
      return reply({ digest, ...rest }, true)
    },
  )

  server.registerTool(
    'apply',
    {
      title: 'Carry out a plan',
      description:
        'Carries out a plan that `plan` showed. A backup is kept, and `undo` restores it. If the session has changed since, nothing is written.',
      inputSchema: {
        digest: z
          .string()
          .regex(/^[0-9a-f]{16}$/)
          .describe('The digest that `plan` gave.'),
      },
      annotations: writes,
    },
    async ({ digest }) => {
      const name = shown.get(digest)
      if (name === undefined) return reply('No plan with this digest was shown. Call `plan` first.', false)
      const { answer, text, exit } = await mortise('repair', { flags: ['--plan', digest], words: [name] })
      if (typeof answer?.operation === 'string') done.add(answer.operation)
      return reply(answer ?? text, exit === 0)
    },
  )

  server.registerTool(
    'undo',
    {
      title: 'Take a repair back',
      description: 'Restores the bytes that a session had before a repair that `apply` carried out.',
      inputSchema: { operation: z.string().min(1).max(100).describe('The operation that `apply` gave.') },
      annotations: writes,
    },
    async ({ operation }) => {
      if (!done.has(operation)) return reply('`apply` has not carried out this operation here.', false)
      const { answer, text, exit } = await mortise('undo', { words: [operation] })
      return reply(answer ?? text, exit === 0)
    },
  )

  return server
}

/** @param {unknown} answer @param {boolean} isGood */
function reply(answer, isGood) {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return { content: [{ type: /** @type {const} */ ('text'), text }], isError: !isGood }
}
