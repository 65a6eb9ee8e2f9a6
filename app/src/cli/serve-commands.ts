import type { Command } from './command.ts'

/** The commands that stand between a program and an API. They alone open connections, and only to their upstreams. */
export const serveCommands: readonly Command[] = [
  {
    name: 'run',
    purpose: 'serve',
    summary: 'run a command behind a private gateway, so that its requests are mended',
    takes: '-- COMMAND [ARGUMENT...]',
    flags: ['config', 'print-env', 'json'],
    about: [
      'Starts a gateway on a free port of this machine, and tells the command to use it: by the environment, or by',
      'arguments where the command reads no environment (`codex`). Keys and logins of the command pass through the',
      'gateway; they are neither changed nor stored. Requests go to the upstreams of `--config`, else to the base URLs',
      'that the environment already has, else to the official APIs of Anthropic, OpenAI and Google.',
      'At the end, one line says how many requests were mended. Exit code: that of the command.',
    ],
    examples: ['run -- claude', 'run -- codex exec "fix the tests"', 'run --print-env -- claude'],
    load: async () => (await import('./run.ts')).run,
  },
  {
    name: 'gateway',
    purpose: 'serve',
    summary: 'run the gateway in front of real APIs, by a config file',
    takes: '--config FILE',
    flags: ['config', 'json'],
    about: [
      'Point the base URL of any client at it. A request that its API would refuse is mended on its way, and the answer',
      'says so in a header, `x-mortise-repairs`; all other requests pass as they came. docs/gateway.md describes the',
      'config. Log lines go to standard error as JSON. It runs until it is interrupted; then it finishes the requests',
      'that are under way, and ends with 0. Exit code: 2 if the config has mistakes, each with its line and column.',
    ],
    examples: ['gateway --config mortise.yaml', 'gateway --config mortise.yaml --json'],
    load: async () => (await import('./gateway.ts')).gateway,
  },
  {
    name: 'up',
    purpose: 'serve',
    summary: 'try the gateway: start it with local mock providers, and show a refusal and its repair',
    flags: [],
    about: [
      'Starts the gateway and the sandbox on 127.0.0.1, with a config that it prints, and shows a broken request that is',
      'refused directly and answered through the gateway. Nothing leaves this machine. On a terminal it stays up until',
      'Ctrl-C, else it ends with 0. If a port is taken, the next free one is used.',
    ],
    examples: ['up'],
    load: async () => (await import('./up.ts')).up,
  },
]
