import { expect, test } from 'vitest'
import { agentNames } from '../../app/src/cli/sessions/agent-names.ts'
import { sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const folder = folderWith({ 'sound.json': JSON.stringify(sound) })

const general = `Mortise finds and mends broken tool calls in LLM conversations.

Usage:
  npx mortise COMMAND [FILE|-] [flags]

Look (changes nothing):
  doctor      find the broken sessions on this machine, and say how to mend each
  check       find what an API would refuse in one conversation
  sessions    list the sessions on this machine, newest first
  show        show one session: its turns, its calls with their results, its faults
  export      print one session as Markdown, repaired
  report      print one session as an HTML page, or as a bundle for a bug report
  ui          show sessions in a browser: look at them, mend them, undo it

Mend:
  repair      mend a session, or a document
  clean       remove every call of a denied tool from all sessions
  watch       follow an agent's own config, and clean its sessions when it denies a tool
  compact     make a session smaller, or print a smaller conversation
  convert     write a conversation of one API in the format of another

Undo:
  undo        take back the changes of the last command, or of an operation that you name
  redo        take back the newest undo
  restore     restore the bytes that a session had before an operation
  log         list the changes that were made, newest first

Mend requests on their way:
  run         run a command behind a private gateway, so that its requests are mended
  gateway     run the gateway in front of real APIs, by a config file
  config      write, find, check, read and change the config of the gateway
  up          try the gateway: start it with local mock providers, and show a refusal and its repair
  worker      do the jobs of a fleet on this machine
  jobs        list the jobs of a fleet, watch, cancel, take back or forget them

Learn and try:
  explain     say what an error message of an API means, and what to do
  rules       list the known faults, or explain one
  apis        list the known APIs, or show the demands of one
  formats     list the known formats of conversations
  sandbox     run a local mock provider that rejects what the real APIs reject
  demo        break, mend and restore an example conversation
  completion  print a script that completes commands and flags in your shell

Agents:
  ${agentNames()}: their sessions are found without being named.

Flags of every command:
  --plain        print ASCII marks, no colour and no progress
  -q, --quiet    print nothing if all is well
  -h, --help     print this help
  -v, --version  print the version

Examples:
  npx mortise doctor
  npx mortise repair --last
  npx mortise undo
  npx mortise check conversation.json

npx mortise COMMAND --help says more about one command.
`

test('help that was asked for is an answer', () => {
  for (const words of [['--help'], ['-h'], ['help']]) {
    expect(mortise(words)).toEqual({ stdout: general, stderr: '', exit: 0 })
  }
})

test('help that was not asked for is an error', () => {
  expect(mortise([])).toEqual({ stdout: '', stderr: general, exit: 2 })
})

test('help of one command', () => {
  const { stdout, stderr, exit } = mortise(['repair', '--help'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  expect(stdout).toMatchInlineSnapshot(`
    "npx mortise repair: mend a session, or a document

    Usage:
      npx mortise repair [SESSION|FILE|-] [flags]

    Name a session by its id, by the beginning of its id, or by its file. The session is mended in place: on a
    terminal you see the plan first and are asked. A backup is kept, and \`undo\` restores it. Sessions that an
    agent is still writing are not touched.
    Any other conversation is a document. The mended document is printed, written to another file (\`-o\`), or
    written to its own file (\`--in-place\`; \`undo\` restores it).
    Never write \`repair FILE > FILE\`: the shell empties the file before Mortise can read it.
    Exit code: 0 if every fault is mended, 1 if the API would still refuse the conversation.

    Flags:
      --api API           the API that will read the conversation; if absent, its model or its format decides
      --format FORMAT     the format of the conversation; if absent, it is recognised
      --policy POLICY     how to mend: keep (default), drop, drop-turn or report (change nothing)
      --reasoning REMEDY  drop: also remove the reasoning that only its issuer can read; words, calls and results stay
      --tail TAIL         how the conversation ends: closed (default: about to be sent), rest or open
      --as KIND           the kind of input: document (printed) or session (changed); if absent, it is recognised
      -o, --output FILE   write to this file; an existing file is replaced only with --force
      --in-place          change the file itself; \`undo\` restores its earlier bytes
      --last              take the session that was used last
      --all               mend every session that its API will refuse; needs --yes
      --fork              mend a copy under a new id; the session stays as it is
      --partial           mend what can be mended, even if some faults remain
      --force             also change another user's file or a hard-linked one, and replace an existing file
      -y, --yes           do not ask before the change
      --plan DIGEST       carry out this plan and no other: the \`plan\` that --dry-run --json printed
      --wait TIME         wait up to this time for a session that is in use: 10s; if absent, do not wait
      --dry-run           show the changes, and write nothing
      --agent AGENT       only sessions of this agent, or of one of its profiles: AGENT/PROFILE
      --home DIR          search this home folder for agents, instead of your own
      --since TIME        only sessions used within this time: 12h, 7d, 2w
      --batch             read and write JSON Lines, one conversation per line
      --fleet             on all machines of the fleet, as jobs
      --database URL      the PostgreSQL database of a fleet; if absent, the one that the config names
      --reason TEXT       why, for everyone who reads the log later
      --json              print the answer as JSON
      --plain             print ASCII marks, no colour and no progress
      -q, --quiet         print nothing if all is well
      -h, --help          print this help
      -v, --version       print the version

    Examples:
      npx mortise repair 7f3a
      npx mortise repair 7f3a --dry-run
      npx mortise repair --last
      npx mortise repair broken.json -o fixed.json
      npx mortise repair broken.json --in-place
      npx mortise repair --batch < rows.jsonl > mended.jsonl
    "
  `)
  expect(mortise(['help', 'repair']).stdout).toBe(stdout)
})

test('the version', () => {
  for (const words of [['--version'], ['-V'], ['check', '-V'], ['-v'], ['check', '-v'], ['version']]) {
    const { stdout, stderr, exit } = mortise(words)
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  }
})

test.each([
  [
    ['chekc', 'sound.json'],
    'Unknown command `chekc`. Did you mean `check`?\nhint: npx mortise check sound.json',
  ],
  [['sound.json'], 'Unknown command `sound.json`.\nhint: npx mortise check sound.json'],
  [['complete', 'bash'], 'Unknown command `complete`.\nhint: npx mortise --help'],
  [
    ['repiar', '7f3a', '--home', '/w', 'x'],
    'Unknown command `repiar`. Did you mean `repair`?\nhint: npx mortise repair 7f3a --home /w x',
  ],
  [['zzzzzz'], 'Unknown command `zzzzzz`.\nhint: npx mortise --help'],
  [['help', 'repiar'], 'Unknown command `repiar`. Did you mean `repair`?\nhint: npx mortise repair --help'],
  [
    ['check', 'sound.json', '--jsn'],
    'Unknown flag `--jsn`. Did you mean `--json`?\nhint: npx mortise check --help',
  ],
  [['check', 'a', 'b'], 'One file at a time: 2 were named.\nhint: npx mortise check a'],
  [
    ['check', '--tail', 'shut'],
    '`shut` is no value of `--tail`; it takes `closed`, `rest` or `open`.\nhint: npx mortise check --help',
  ],
  [
    ['repair', '--policy=kep'],
    '`kep` is no value of `--policy`; it takes `keep`, `drop`, `drop-turn` or `report`.\nhint: npx mortise repair --help',
  ],
  [['rules', '--batch'], '`rules` has no flag `--batch`.\nhint: npx mortise rules --help'],
  [['formats', 'x'], '`formats` takes flags only; `x` is none.\nhint: npx mortise formats --help'],
  [['rules', 'x'], 'Unknown rule `x`.\nhint: npx mortise rules'],
  [
    ['rules', 'call-without-reslt'],
    'Unknown rule `call-without-reslt`. Did you mean `call-without-result`?\nhint: npx mortise rules',
  ],
  [
    ['rules', 'empty-turn', 'empty-text'],
    'One rule at a time: 2 were named.\nhint: npx mortise rules empty-turn',
  ],
  [['apis', 'mistrl'], 'Unknown API `mistrl`. Did you mean `mistral`?\nhint: npx mortise apis'],
  [['apis', 'openai', 'qwen'], 'One API at a time: 2 were named.\nhint: npx mortise apis openai'],
  [
    ['empty-trn'],
    'Unknown command `empty-trn`. Did you mean `rules empty-turn`?\nhint: npx mortise rules empty-turn',
  ],
  [['mistral'], 'Unknown command `mistral`. Did you mean `apis mistral`?\nhint: npx mortise apis mistral'],
  [
    ['rules', '--api', 'antropic'],
    'Unknown API `antropic`. Did you mean `anthropic`?\nhint: npx mortise apis',
  ],
  [['demo', 'x'], '`demo` takes no file; `x` is not read.\nhint: npx mortise demo --help'],
])('%j is refused', (words, sentence) => {
  expect(mortise(words, { folder })).toEqual({ stdout: '', stderr: `mortise: ${sentence}\n`, exit: 2 })
})

test.each([
  [['check', 'sound.json', '--api', 'antropic']],
  [['check', 'sound.json', '--format', 'antropic']],
  [['repair', 'sound.json', '--api', 'anthropic', '--format', 'openai-chat']],
])('%j is refused in a sentence with a hint', (words) => {
  const { stdout, stderr, exit } = mortise(words, { folder })
  expect({ stdout, exit }).toEqual({ stdout: '', exit: 2 })
  expect(stderr).toMatch(/^mortise: [^\n]*[.?]\nhint: npx mortise [^\n]+\n$/)
})

test.each([
  [
    'a wrong agent',
    ['doctor', '--agent', 'claude'],
    `Unknown agent \`claude\`. Did you mean \`claude-code\`? Known agents: ${agentNames().replace(' and ', ', ')}.`,
  ],
  ['no agent', ['doctor', '--agent'], `\`--agent\` needs a value: ${agentNames()}.`],
  [
    'a flag instead of an agent',
    ['sessions', '--agent', '--json'],
    `\`--agent\` needs a value: ${agentNames()}.`,
  ],
])('%s is answered with the agents that there are', (_, words, sentence) => {
  const { stderr, exit } = mortise(words)
  expect(stderr.split('\n')[0]).toBe(`mortise: ${sentence}`)
  expect(exit).toBe(2)
})
