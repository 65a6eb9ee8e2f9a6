import { describe, expect, test } from 'vitest'
import { storeRules } from '../app/src/stores/check/rules.ts'
import { stores } from '../app/src/stores/index.ts'
import { converters } from '../core/src/formats/converters.ts'
import { formats } from '../core/src/formats/index.ts'
import { ruleNames } from '../core/src/model/rule-names.ts'
import { rulebooks } from '../core/src/rulebooks/index.ts'
import { rules } from '../core/src/rules/index.ts'
import { pairing, pairingTitles } from '../core/src/texts/pairing.ts'
import { filesIn, namesIn, readText, type Source, sourcesIn } from './sources.ts'

const core = sourcesIn('core/src')
const app = sourcesIn('app/src')
const page = sourcesIn('window/src')

/** Pairing is one step of the engine: these rules have no file of their own. */
const pairingRules = [
  'call-not-last',
  'call-without-result',
  'duplicate-result',
  'result-not-leading',
  'result-out-of-place',
  'result-without-call',
  'results-out-of-order',
  'results-split',
  'unreadable',
]

describe('arrows', () => {
  // Folders of core, and the folders that their files may import from besides their own.
  const arrows: Readonly<Record<string, readonly string[]>> = {
    model: [],
    texts: ['model'],
    bytes: ['model'],
    engine: ['model', 'texts'],
    binding: ['model', 'bytes', 'engine'],
    rules: ['model', 'texts', 'engine'],
    formats: ['model', 'texts', 'engine'],
    rulebooks: ['model'],
    explain: ['model', 'texts', 'rules', 'rulebooks'],
    compact: ['model', 'texts', 'engine', 'core/src/choose.ts', 'core/src/follow.ts'],
    guard: [
      'model',
      'bytes',
      'binding',
      'engine',
      'rulebooks',
      'rules',
      'entries',
      'core/src/index.ts',
      'core/src/types.ts',
    ],
    ledger: ['model', 'texts', 'binding', 'engine', 'core/src/choose.ts', 'core/src/follow.ts'],
    convert: ['model', 'texts', 'engine', 'core/src/choose.ts'],
    entries: [
      'engine',
      'formats',
      'model',
      'core/src/door.ts',
      'core/src/format-door.ts',
      'core/src/types.ts',
    ],
  }

  test.each(Object.entries(arrows))('core/src/%s imports only what it may', (folder, allowed) => {
    const broken = inFolder(folder).flatMap(({ path, imports }) =>
      imports.filter((to) => ![folder, ...allowed].includes(folderOf(to))).map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('every folder of core has its arrows', () => {
    const folders = namesIn('core/src').filter((name) => !/\.(?:ts|md)$/.test(name))
    expect(folders.filter((folder) => arrows[folder] === undefined)).toEqual([])
  })

  test('the top of core holds the doors alone', () => {
    const top = namesIn('core/src').filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    expect(top).toEqual([
      'bytes-door.ts',
      'choose.ts',
      'describe-rule.ts',
      'door.ts',
      'follow.ts',
      'format-door.ts',
      'glance-door.ts',
      'index.ts',
      'line-messages.ts',
      'lines-door.ts',
      'repair-lines-door.ts',
      'types.ts',
      'wrong-format.ts',
    ])
  })

  // The files beside the folders of the formats are shared by several of them, but for the registries.
  const registries = ['index', 'streams', 'converters', 'offers'].map((name) => `core/src/formats/${name}.ts`)
  const shared = [
    ...namesIn('core/src/formats')
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `core/src/formats/${name}`)
      .filter((path) => !registries.includes(path)),
    'core/src/rulebooks/chat-family.ts',
    'core/src/rulebooks/openai-models.ts',
    'core/src/rulebooks/anthropic-system.ts',
    'core/src/rulebooks/claude-models.ts',
    'core/src/rulebooks/bedrock-claude.ts',
    'core/src/rulebooks/strictest.ts',
  ]

  test.each(['rules', 'rulebooks'])('siblings in core/src/%s do not know each other', (folder) => {
    // What satisfies all APIs of a format is put together from their rulebooks.
    const own = inFolder(folder).filter(({ path }) => !/\/(?:index|everywhere[\w-]*)\.ts$/.test(path))
    const foreign = (to: string): boolean => folderOf(to) === folder && !shared.includes(to)
    const broken = own.filter(({ imports }) => imports.some(foreign))
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  test('a format does not know another', () => {
    const broken = inFolder('formats').flatMap(({ path, imports }) => {
      const own = path.split('/').slice(0, 4).join('/')
      const foreign = imports.filter((to) => folderOf(to) === 'formats' && !to.startsWith(`${own}/`))
      const others = foreign.filter((to) => !shared.includes(to))
      return registries.includes(path) ? [] : others.map((to) => `${path} → ${to}`)
    })
    expect(broken).toEqual([])
  })

  test('convert names no format, and each format with its converter is in the registry once', () => {
    const wire = /anthropic|openai|gemini|bedrock|converse|ai-?sdk|chat\b|tool_use|functionCall/i
    expect(hits(inFolder('convert'), wire)).toEqual([])
    const known = converters.map(({ format }) => format)
    expect(new Set(known).size).toBe(known.length)
    const folders = formats.map(({ name }) => name)
    const written = folders.filter((name) =>
      core.some(({ path }) => path === `core/src/formats/${name}/convert/converter.ts`),
    )
    expect([...known].sort()).toEqual(written.sort())
  })

  test('an entry knows its own format alone', () => {
    const broken = inFolder('entries').flatMap(({ path, imports }) => {
      const own = `core/src/formats/${nameOf(path).replace(/\.ts$/, '')}/index.ts`
      const isForeign = (to: string): boolean => folderOf(to) === 'formats' && to !== own
      return imports.filter(isForeign).map((to) => `${path} → ${to}`)
    })
    expect(broken).toEqual([])
  })

  test('what is dangerous on disk is done in one folder, which knows nothing of the rest of app', () => {
    const isOwn = (path: string): boolean => path.startsWith('app/src/disk/')
    const broken = app.flatMap(({ path, imports }) =>
      imports
        .filter((to) => (isOwn(path) ? to.startsWith('app/') && !isOwn(to) : isInside(to)))
        .map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('disk touches files through one module', () => {
    const users = app.filter(
      ({ path, imports }) => path.startsWith('app/src/disk/') && imports.includes('node:fs'),
    )
    // What is read of `/proc` is no file.
    expect(users.map(({ path }) => path)).toEqual(['app/src/disk/files.ts', 'app/src/disk/processes.ts'])
  })

  test('app reaches core through its door alone', () => {
    const broken = app.flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith('core/') || (to.startsWith('@mortise/') && to !== '@mortise/core'))
        // Guards have a door of their own, and this door of app watches them.
        .filter((to) => path !== 'app/src/doors/tracing.ts' || to !== '@mortise/core/guard')
        .map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })
})

/** Folders beside the stores with what several of them share. */
const families = ['opencode-family', 'pi-family', 'task-family']

/** Rooms beside the stores with the code for all of them. */
const storeRooms = ['changes', 'check', 'clean', 'contract', 'links', 'mend', 'records', 'rows']

describe('arrows in app', () => {
  const inStores = app.filter(({ path }) => path.startsWith('app/src/stores/'))
  const inSessions = app.filter(({ path }) => path.startsWith('app/src/sessions/'))
  const inDocuments = app.filter(({ path }) => path.startsWith('app/src/documents/'))
  const inCommand = app.filter(({ path }) => path.startsWith('app/src/cli/'))
  // What a family of stores shares stands beside its members, and knows none of them.
  const isShared = (store: string): boolean => families.includes(store)
  // The folder of an agent or a family that a path lies in; empty for the registry and the rooms.
  const storeOf = (path: string): string => {
    const folder = /^app\/src\/stores\/([^/]+)\//.exec(path)?.[1] ?? ''
    return storeRooms.includes(folder) ? '' : folder
  }

  test('stores know core, Node and, of app, disk, text and zstd alone', () => {
    const isKnown = (to: string): boolean =>
      to === '@mortise/core' || to.startsWith('node:') || /^app\/src\/(?:stores|disk|text|zstd)\//.test(to)
    const broken = inStores.flatMap(({ path, imports }) =>
      imports.filter((to) => !isKnown(to)).map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('sessions know core, Node and, of app, disk, stores and text alone', () => {
    const isKnown = (to: string): boolean =>
      to === '@mortise/core' ||
      to.startsWith('node:') ||
      /^app\/src\/(?:sessions|stores|disk|text)\//.test(to)
    const broken = inSessions.flatMap(({ path, imports }) =>
      imports.filter((to) => !isKnown(to)).map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('sessions make no screen and read no flag; the command makes no new bytes of a session by itself', () => {
    expect(hits(inSessions, /\bflags\b|\bpaint\(|\.tell\(|\bexits\./)).toEqual([])
    const makers = /\b(?:mendSession|compactSession|cleanSession|rewriteInPlace|rewriteCopy|reverseRun)\(/
    const own = inCommand.filter(({ path }) => path !== 'app/src/cli/mend/compact-session.ts')
    expect(hits(own, makers).filter((line) => !line.includes('return (await import'))).toEqual([])
  })

  test('documents know core, Node and, of app, disk alone; they make no screen and read no flag', () => {
    const isKnown = (to: string): boolean =>
      to === '@mortise/core' || to.startsWith('node:') || /^app\/src\/(?:documents|disk)\//.test(to)
    expect(
      inDocuments.flatMap(({ path, imports }) =>
        imports.filter((to) => !isKnown(to)).map((to) => `${path} → ${to}`),
      ),
    ).toEqual([])
    expect(hits(inDocuments, /\bflags\b|\bpaint\(|\.tell\(|\bexits\./)).toEqual([])
  })

  test('the command makes and writes no document by itself', () => {
    const makers = /\b(?:repairBytes|repairLines|applyBytes|writeNewFile|rewriteFile)\(/
    expect(hits(inCommand, makers)).toEqual([])
  })

  test('nobody but the registry knows a store by its folder, and only its users know what sessions are', () => {
    const others = app.filter(({ path }) => !path.startsWith('app/src/stores/'))
    expect(
      others.filter(({ imports }) => imports.some((to) => storeOf(to) !== '')).map(({ path }) => path),
    ).toEqual([])
    const users = app.filter(({ path, imports }) => {
      const isUser = imports.some((to) => to.startsWith('app/src/sessions/'))
      return (
        isUser && !/^app\/src\/(?:sessions|transition|fleet|answers|report|window|cli|doors)\//.test(path)
      )
    })
    expect(users.map(({ path }) => path)).toEqual([])
  })

  test('transitions know core, Node and, of app, config, disk, shipped, stores, sessions and text alone; the command knows them', () => {
    const own = app.filter(({ path }) => path.startsWith('app/src/transition/'))
    const isKnown = (to: string): boolean =>
      to === '@mortise/core' ||
      to.startsWith('node:') ||
      /^app\/src\/(?:transition|config|disk|shipped|stores|sessions|text)\//.test(to)
    expect(
      own.flatMap(({ path, imports }) => imports.filter((to) => !isKnown(to)).map((to) => `${path} → ${to}`)),
    ).toEqual([])
    const users = app.filter(
      ({ path, imports }) =>
        imports.some((to) => to.startsWith('app/src/transition/')) &&
        !/^app\/src\/(?:transition|fleet|window|cli)\//.test(path),
    )
    expect(users.map(({ path }) => path)).toEqual([])
  })

  test('answers know core, disk, sessions and stores alone', () => {
    const known = /^(?:@mortise\/core$|app\/src\/(?:answers|disk|sessions|stores)\/)/
    expect(strangersIn('app/src/answers/', app, known)).toEqual([])
  })

  test('reports know core, disk, sessions, stores and text alone', () => {
    const known = /^(?:@mortise\/core$|app\/src\/(?:report|disk|sessions|stores|text)\/)/
    expect(strangersIn('app/src/report/', app, known)).toEqual([])
  })

  test('the window knows neither the command nor the gateway, and makes no bytes of a session by itself', () => {
    const folders =
      'answers|config|disk|documents|http|report|sessions|shipped|stores|text|transition|window|wire'
    const known = new RegExp(`^(?:@mortise\\/core$|node:|app\\/src\\/(?:${folders})\\/)`)
    expect(strangersIn('app/src/window/', app, known)).toEqual([])
    const own = app.filter(({ path }) => path.startsWith('app/src/window/'))
    expect(hits(own, /\b(?:mendSession|rewriteInPlace|rewriteCopy|reverseRun|writeFile)\w*\(/)).toEqual([])
  })

  test('the page knows its libraries and the types of the answers alone, and writes no markup', () => {
    const known =
      /^(?:(?:preact|preact\/hooks|@preact\/signals|@tanstack\/virtual-core|uplot|uplot\/.*|@mortise\/core)$|window\/src\/|app\/src\/window\/api\.ts$)/
    expect(strangersIn('window/src/', page, known)).toEqual([])
    // The page without a server reaches the core by the one function that judges what is pasted.
    expect(app.find(({ path }) => path === 'app/src/documents/paste.ts')?.imports).toEqual(['@mortise/core'])
    expect(
      hits(page, /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(/),
    ).toEqual([])
  })

  test('a store does not know another, and what all share knows none', () => {
    const others = inStores.filter(({ path }) => path !== 'app/src/stores/index.ts')
    const broken = others.flatMap(({ path, imports }) =>
      imports
        .filter((to) => storeOf(to) !== '' && storeOf(to) !== storeOf(path))
        .filter((to) => storeOf(path) === '' || !isShared(storeOf(to)))
        .map((to) => `${path} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('text knows nothing but itself', () => {
    const own = app.filter(({ path }) => path.startsWith('app/src/text/'))
    const strangers = own.flatMap(({ imports }) => imports.filter((to) => !to.startsWith('app/src/text/')))
    expect(strangers).toEqual([])
  })

  test('the command writes through its screens alone', () => {
    const isScreen = (path: string): boolean => path === 'app/src/cli/screen/screen.ts'
    const others = [...inCommand, ...app.filter(({ path }) => path === 'app/src/main.ts')]
    const streams =
      /\bstd(?:out|err)\b|\bconsole\b|node:(?:tty|console|process|repl)|writeSync|\/dev\/|\/proc\//
    expect(
      hits(
        others.filter(({ path }) => !isScreen(path)),
        streams,
      ),
    ).toEqual([])
    // The writers of screens themselves: text goes through `tell`, JSON through `json`, documents through `print`.
    const writers = others.filter(({ code }) => /\.write\(/.test(code)).map(({ path }) => path)
    expect(writers).toEqual(['app/src/cli/screen/screen.ts', 'app/src/cli/screen/writer.ts'])
  })

  test('each word of a printed command is quoted by one function', () => {
    const quoters = app.filter(
      ({ path, code }) => /`'\$\{|replaceAll\("'"/.test(code) && !path.includes('/text/'),
    )
    expect(quoters.map(({ path }) => path)).toEqual([])
  })

  test('sessions and the command know no agent by its name', () => {
    expect(hits([...inSessions, ...inCommand], /claude-?code|neovate|openclaw/i)).toEqual([])
  })

  test('what all stores share knows no agent by its name', () => {
    const own = inStores.filter(({ path }) => storeOf(path) === '' && path !== 'app/src/stores/index.ts')
    expect(hits(own, /claude|neovate|openclaw|tool_use|toolCall|tool_result/i)).toEqual([])
  })
})

describe('arrows of the sandbox', () => {
  const inside = (folder: string): Source[] => app.filter(({ path }) => path.startsWith(`app/src/${folder}/`))
  const strangers = (folder: string, known: RegExp): string[] =>
    inside(folder).flatMap(({ path, imports }) =>
      imports.filter((to) => !known.test(to)).map((to) => `${path} → ${to}`),
    )

  test('the wire knows Node and its codecs alone', () => {
    const known =
      /^(?:node:|app\/src\/wire\/|app\/src\/text\/json-parts|eventsource-parser$|@smithy\/eventstream-codec$)/
    expect(strangers('wire', known)).toEqual([])
  })

  test('zstd knows nothing but itself', () => {
    expect(strangers('zstd', /^app\/src\/zstd\//)).toEqual([])
  })

  test('agents know Node and their parser alone', () => {
    expect(strangers('agents', /^(?:node:|smol-toml$|app\/src\/agents\/)/)).toEqual([])
  })

  test('http knows Node alone, and the voices know core alone', () => {
    expect(strangers('http', /^(?:node:|app\/src\/http\/)/)).toEqual([])
    expect(strangers('voices', /^(?:@mortise\/core$|app\/src\/voices\/)/)).toEqual([])
  })

  test('the sandbox knows core, Node and, of app, wire, http and voices alone', () => {
    const known = /^(?:@mortise\/core$|node:|app\/src\/(?:wire|http|voices|sandbox)\/)/
    expect(strangers('sandbox', known)).toEqual([])
  })

  test('config knows core, its parsers and, of app, http and text alone', () => {
    const known =
      /^(?:@mortise\/core$|node:|(?:zod|yaml|jsonc-parser|json5|chokidar)$|app\/src\/(?:http|text|config)\/)/
    expect(strangers('config', known)).toEqual([])
  })

  test('the gateway knows core, its libraries and, of app, config, http, shipped, text, voices, wire and zstd alone', () => {
    const libraries = 'pino|prom-client|@smithy\\/signature-v4|@opentelemetry\\/api'
    const folders = 'app\\/src\\/(?:config|http|shipped|text|voices|wire|zstd|gateway)\\/'
    const known = new RegExp(`^(?:@mortise\\/core$|node:|(?:${libraries})$|${folders})`)
    expect(strangers('gateway', known)).toEqual([])
  })

  test('no object that is made for each request has a getter: V8 keeps those, with the bodies that they close over', () => {
    const folders =
      /^(?:core\/src\/(?:engine|bytes|binding|model|formats|rules)|app\/src\/(?:gateway|http))\//
    // The getter of a class ends in no comma: it stands on the prototype, once.
    const literal = /^( +)(?:get|set) \w+\([^{]*\{\n(?:\1 .*\n|\n)*\1\},/m
    // These objects are made once for a process.
    const once = /\/(?:room|gateway|start)\.ts$/
    const made = [...core, ...app].filter(
      ({ path, code }) => folders.test(path) && !once.test(path) && literal.test(code),
    )
    expect(made.map(({ path }) => path)).toEqual([])
    expect('  get taken() {\n    return taken\n  },\n').toMatch(literal)
    expect('  get taken() {\n    return this.#taken\n  }\n').not.toMatch(literal)
  })

  test('the gateway calls the engine in one room: to mend a body, and to turn one', () => {
    const engine = /\b(?:repairBytes|repair|plan|scanBytes|scan|glanceBytes)\(|as: 'request'/
    const users = inside('gateway').filter(({ code }) => engine.test(code))
    expect(users.map(({ path }) => path)).toEqual([
      'app/src/gateway/judge/mend.ts',
      'app/src/gateway/judge/turn.ts',
    ])
  })

  test('the fleet knows the gateway, and only the command knows the fleet', () => {
    const folders = 'app\\/src\\/(?:config|disk|gateway|sessions|stores|text|transition|fleet)\\/'
    expect(
      strangers('fleet', new RegExp(`^(?:@mortise\\/core$|node:|(?:pg|graphile-worker)$|${folders})`)),
    ).toEqual([])
    const users = app.filter(
      ({ path, imports }) =>
        imports.some((to) => to.startsWith('app/src/fleet/')) && !path.startsWith('app/src/fleet/'),
    )
    expect(users.filter(({ path }) => !path.startsWith('app/src/cli/'))).toEqual([])
  })

  test('only the command, the fleet, a test and a door know the gateway', () => {
    const users = app.filter(
      ({ path, imports }) =>
        imports.some((to) => to.startsWith('app/src/gateway/')) && !path.startsWith('app/src/gateway/'),
    )
    expect(users.filter(({ path }) => !/^app\/src\/(?:cli|doors|fleet)\//.test(path))).toEqual([])
  })

  test('it judges by the rulebook and by nothing else', () => {
    const judges = inside('sandbox').filter(({ code }) => /\bscan\(/.test(code))
    expect(judges.map(({ path }) => path)).toEqual(['app/src/sandbox/judge.ts'])
  })

  test('each file in dialects is in the registry', () => {
    const files = namesIn('app/src/sandbox/dialects').filter(
      (name) => name !== 'index.ts' && name !== 'responses-events.ts',
    )
    const registry = readText('app/src/sandbox/dialects/index.ts')
    expect(files.filter((name) => !registry.includes(`'./${name}'`))).toEqual([])
  })
})

describe('core runs anywhere', () => {
  test('it imports nothing but its own files', () => {
    const strangers = core.flatMap(({ path, imports }) =>
      imports.filter((to) => !to.startsWith('core/src/')).map((to) => `${path} → ${to}`),
    )
    expect(strangers).toEqual([])
  })

  test('it names nothing of Node and nothing that differs from run to run', () => {
    const foreign =
      /(?<!')\b(?:process|Buffer|require|__dirname|__filename|setImmediate|Date\.now|Math\.random|randomUUID|localeCompare|Intl)\b|\bnew Date\b|\bconsole\./
    expect(hits(core, foreign)).toEqual([])
  })

  test('its package has no dependencies', () => {
    const manifest = JSON.parse(readText('core/package.json')) as Record<string, unknown>
    const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies', 'bundledDependencies']
    expect(kinds.filter((kind) => manifest[kind] !== undefined)).toEqual([])
  })
})

describe('folder and registry agree', () => {
  test('each file in rules is one rule of its name', () => {
    const files = namesIn('core/src/rules').filter((name) => name !== 'index.ts' && !name.includes('.test.'))
    expect(rules.map(({ name }) => `${name}.ts`).sort()).toEqual(files)
  })

  test('each folder in formats is one format of its name', () => {
    const folders = namesIn('core/src/formats').filter((name) => !name.endsWith('.ts'))
    expect(formats.map(({ name }) => name).sort()).toEqual(folders)
  })

  test('each file in entries is the door of one format', () => {
    const files = namesIn('core/src/entries')
    expect(formats.map(({ name }) => `${name}.ts`).sort()).toEqual(files)
  })

  test('each folder in stores is one store of its name', () => {
    const folders = namesIn('app/src/stores').filter(
      (name) => !/\.(?:ts|md)$/.test(name) && ![...families, ...storeRooms].includes(name),
    )
    expect(stores.map(({ name }) => name).sort()).toEqual(folders)
  })

  test('each file in rulebooks is in the registry', () => {
    const files = namesIn('core/src/rulebooks').filter(
      (name) =>
        name !== 'index.ts' &&
        ![
          'chat-family.ts',
          'openai-models.ts',
          'anthropic-system.ts',
          'bedrock-claude.ts',
          'claude-models.ts',
          'strictest.ts',
        ].includes(name),
    )
    const registry = readText('core/src/rulebooks/index.ts')
    expect(files.filter((name) => !registry.includes(`'./${name}'`))).toEqual([])
    expect(new Set(rulebooks.map(({ name, format }) => `${name} ${format}`)).size).toBe(rulebooks.length)
    const shared = rulebooks.filter(({ name }) => name !== 'everywhere')
    expect(new Set(shared.map(({ name }) => name)).size).toBe(shared.length)
  })

  test('each rulebook speaks a format that there is, and each format has its first party', () => {
    const names = formats.map(({ name }) => name)
    expect(rulebooks.filter(({ format }) => !names.includes(format))).toEqual([])
    const orphans = formats.filter(
      ({ name, firstParty }) => !rulebooks.some((api) => api.name === firstParty && api.format === name),
    )
    expect(orphans).toEqual([])
  })

  test('each row of a rulebook names a rule that there is', () => {
    const named = rulebooks.flatMap(({ name, rows }) => Object.keys(rows).map((rule) => [name, rule]))
    expect(named.filter(([, rule]) => !ruleNames.includes(rule ?? ''))).toEqual([])
  })

  test('each rule name is of a local rule or of pairing', () => {
    expect([...rules.map(({ name }) => name), ...pairingRules].sort()).toEqual(ruleNames)
    expect(Object.keys(pairing).sort()).toEqual(pairingRules)
    expect(Object.keys(pairingTitles).sort()).toEqual(pairingRules)
  })

  test.each([
    ...rules.map(({ name, title, text }) => [name, title, text] as const),
    ...Object.entries(pairingTitles).map(([name, title]) => [name, title, pairing[name] ?? ''] as const),
  ])('%s has a title, and speaks in whole sentences', (_, title, text) => {
    expect(title).toMatch(/^[A-Z].*[^.]$/)
    const sentences = typeof text === 'string' ? [text] : Object.values(text)
    expect(sentences.filter((sentence) => !/^[A-Z`].*[.]$/.test(sentence))).toEqual([])
  })

  test('each rule is demanded by some API, or by a policy that a caller writes', () => {
    const demanded = new Set(rulebooks.flatMap(({ rows }) => Object.keys(rows)))
    const others = ['reasoning-foreign', 'tool-denied', 'unreadable']
    expect(ruleNames.filter((rule) => !demanded.has(rule))).toEqual(others)
  })
})

describe('the law', () => {
  test('no rule, no step of the engine, no compaction and no ledger knows a wire word', () => {
    const wire =
      /tool_use|tool_result|tool_call|toolCall|functionCall|function_call|function_response|functionResponse|\bassistant\b|\braw\??\.\w|\brole(?::| ===) '|'developer'|is_error|image_url|anthropic|openai|mistral|deepseek|gemini/i
    const folders = ['rules', 'engine', 'compact', 'ledger']
    expect(hits(folders.flatMap(inFolder), wire)).toEqual([])
  })

  test('no format knows a rule or a rulebook', () => {
    const broken = inFolder('formats').filter(({ imports }) =>
      imports.some((to) => ['rules', 'rulebooks'].includes(folderOf(to))),
    )
    expect(broken.map(({ path }) => path)).toEqual([])
  })

  test('no rule name stands under formats', () => {
    // A turn that cannot be read has a shape of the same name as the finding about it.
    const named = new RegExp(`'(?:${ruleNames.filter((name) => name !== 'unreadable').join('|')})'`)
    // A check of streams reports by a name that a rule has too.
    const excused = /formats\/(?:\w[\w-]*\/convert\/stream\/|stream-)laws\.ts$/
    expect(
      hits(
        inFolder('formats').filter(({ path }) => !excused.test(path)),
        named,
      ),
    ).toEqual([])
  })

  test('a store names rules in one file, as data; the rooms of the stores name theirs in two', () => {
    const names = [...ruleNames, ...storeRules.map(({ name }) => name)]
    const named = (but: string): RegExp =>
      new RegExp(`['"\`](?:${names.filter((name) => name !== but).join('|')})['"\`]`)
    const [any, others] = [named(''), named('unreadable')]
    // A turn that cannot be read has a shape of the same name as the finding about it.
    const patternFor = (path: string): RegExp => (path.endsWith('/walk.ts') ? others : any)
    const places = app
      .filter(({ path, code }) => path.startsWith('app/src/stores/') && patternFor(path).test(code))
      .map(({ path }) => path.replace('app/src/stores/', ''))
    const isRoom = (path: string): boolean => storeRooms.includes(path.split('/')[0] ?? '')
    expect(places.filter(isRoom)).toEqual(['check/rules.ts', 'contract/core-rules.ts'])
    const own = places.filter((path) => !isRoom(path))
    expect(own.filter((path) => !/^[\w-]+\/(?:index|rules)\.ts$/.test(path))).toEqual([])
    const folders = own.map((path) => path.split('/')[0])
    expect(new Set(folders).size, own.join()).toBe(folders.length)
  })

  test('there is one repair path', () => {
    const steps = /\b(?:applyEdits|planPart|arrange|enact|decide|diffList|besidesOf)\(/
    const users = [...core, ...app].filter(({ code }) => steps.test(code)).map(({ path }) => path)
    expect(users).toEqual([
      'core/src/engine/arrange/arrange.ts',
      'core/src/engine/arrange/decide.ts',
      'core/src/engine/binding/unbind.ts',
      'core/src/engine/diff/apply.ts',
      'core/src/engine/diff/between.ts',
      'core/src/engine/diff/diff.ts',
      'core/src/engine/diff/join-edits.ts',
      'core/src/engine/diff/list-diff.ts',
      'core/src/engine/diff/value-diff.ts',
      'core/src/engine/draft/enact.ts',
      'core/src/engine/draft/reshape.ts',
      'core/src/engine/leave-out.ts',
      'core/src/engine/parts/repair-parts.ts',
      'core/src/engine/plan.ts',
      'core/src/engine/repair.ts',
    ])
  })
})

describe('rooms of the stores', () => {
  test('each room is there, is told of at the door, and has at most 15 files', () => {
    const door = readText('app/src/stores/README.md')
    for (const room of storeRooms) {
      expect(door).toContain(`\`${room}\``)
      expect(namesIn(`app/src/stores/${room}`).length, room).toBeLessThanOrEqual(15)
    }
    const loose = namesIn('app/src/stores').filter((name) => name.endsWith('.ts'))
    expect(loose).toEqual(['index.ts'])
  })
})

describe('size and shape', () => {
  // Files that are longer than they should be, each with its reason; 400 lines are the end for all.
  const long: Readonly<Record<string, string>> = {}

  test('no source is longer than 250 lines, and no file than 400', () => {
    const over = [...core, ...app].filter(({ path, text }) => lines(text) > 250 && long[path] === undefined)
    expect(over.map(({ path, text }) => `${path}: ${lines(text)}`)).toEqual([])
    const files = [...filesIn('core/src'), ...filesIn('app/src')]
    expect(files.filter((path) => lines(readText(path)) > 400)).toEqual([])
    const needless = Object.keys(long).filter((path) => lines(readText(path)) <= 250)
    expect(needless, 'a reason that is no longer needed').toEqual([])
  })

  test('nothing is of type any, nothing is exported without a name, nothing is an enum', () => {
    const loose =
      /[:<|&]\s*any\b|\bas any\b|\bexport default\b|\benum [A-Z]|@ts-(?:ignore|expect-error|nocheck)/
    expect(hits([...core, ...app], loose)).toEqual([])
  })

  test('files are named in kebab-case', () => {
    const files = [...filesIn('core/src'), ...filesIn('app/src'), ...filesIn('test')]
    const misnamed = files.filter((path) => !/^[a-z\d]+(?:-[a-z\d]+)*(?:\.test)?\.ts$/.test(nameOf(path)))
    expect(misnamed).toEqual([])
  })
})

/** The imports of a folder that it may not have. */
function strangersIn(folder: string, all: readonly Source[], known: RegExp): readonly string[] {
  return all
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, imports }) => imports.filter((to) => !known.test(to)).map((to) => `${path} → ${to}`))
}

/** Whether a path lies in disk, but is not its door. */
function isInside(path: string): boolean {
  return path.startsWith('app/src/disk/') && path !== 'app/src/disk/index.ts'
}

function inFolder(folder: string): Source[] {
  return core.filter(({ path }) => path.startsWith(`core/src/${folder}/`))
}

/** The folder of core that a path lies in, or the path itself. */
function folderOf(path: string): string {
  return /^core\/src\/([^/]+)\//.exec(path)?.[1] ?? path
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

function lines(text: string): number {
  return text.trimEnd().split('\n').length
}

/** The lines of code that a pattern is found in, each with its file. */
function hits(sources: readonly Source[], pattern: RegExp): string[] {
  return sources.flatMap(({ path, code }) =>
    code
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
}
