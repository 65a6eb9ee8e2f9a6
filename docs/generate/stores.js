import { stores } from '../../app/dist/stores/index.js'
import { code, list, page, table } from './markdown.js'

/** The page about the sessions of each agent, from what its store declares. */
export function storesPage() {
  return page([
    '# Agents whose sessions are read',
    'Written from the code by `npm run docs`. [Sessions](sessions.md) says more about some of them; the name in brackets is the one that `--agent` takes.',
    table(['agent', 'kept as', 'copy with `--fork`', 'what it copes with by itself'], stores.map(overview)),
    ...stores.flatMap(section),
  ])
}

function overview(store) {
  const rules = new Set(copings(store).flatMap(({ rules: own }) => own))
  const name = `[${store.title}](#${anchorOf(store)}) (${code(store.name)})`
  return [
    name,
    keptAs(store),
    store.naming === undefined ? 'no' : 'yes',
    `${rules.size} ${rules.size === 1 ? 'rule' : 'rules'}`,
  ]
}

/** As Markdown readers name a heading. */
function anchorOf({ title }) {
  return title.toLowerCase().replaceAll(' ', '-')
}

function keptAs({ arrayFile, inDatabase, places }) {
  const [[, home]] = systems
  if (places(home).every(({ holdsDatabases }) => holdsDatabases === true)) return 'rows of a database'
  const file = arrayFile === undefined ? 'lines of a file' : 'one list in a file'
  return inDatabase === undefined ? file : `${file}, rows of a database`
}

function section(store) {
  return [
    `## ${store.title}`,
    table(
      ['system', 'places'],
      systems.map(([name, home]) => [name, placesOn(store, home)]),
    ),
    list([judged(store), ...handled(store), tried(store)]),
  ]
}

const systems = [
  ['Linux', { folder: '~', environment: {}, platform: 'linux' }],
  ['macOS', { folder: '~', environment: {}, platform: 'darwin' }],
  ['Windows', { folder: '%USERPROFILE%', environment: windowsFolders(), platform: 'win32' }],
]

function windowsFolders() {
  return { APPDATA: '%APPDATA%', LOCALAPPDATA: '%LOCALAPPDATA%', USERPROFILE: '%USERPROFILE%' }
}

const shown = 4

function placesOn(store, home) {
  const folders = [...new Set(store.places(home).map(({ folder }) => folder))]
  const named = folders
    .slice(0, shown)
    .map((folder) => code(home.platform === 'win32' ? folder.replaceAll('/', '\\') : folder))
  const more = folders.length > shown ? ` and ${folders.length - shown} more` : ''
  return folders.length === 0 ? 'found by what is there' : `${named.join(', ')}${more}`
}

function judged({ concerns, unasked = [] }) {
  if (concerns !== undefined)
    return `Judged: ${names(concerns)}. The agent writes the rest of each request by itself.`
  const but =
    unasked.length === 0 ? '' : `, but for forms that the agent gives to every request: ${names(unasked)}`
  return `Judged: every rule of the API that the session is sent to${but}.`
}

/** The copings of files, and those of databases where they are others. */
function copings({ copes, inDatabase }) {
  return [...copes, ...(inDatabase?.copes ?? []).filter((one) => !copes.includes(one))]
}

function handled(store) {
  return copings(store).map(({ does, rules, apis, since, isAtEnd }) => {
    const where = apis === undefined ? '' : `, for ${names(apis)}`
    const from = since === undefined ? '' : `, from version ${since} on`
    const end = isAtEnd ? ', at the end of a file only' : ''
    const how = does === 'heals' ? 'Heals in each request' : 'Skips, so that history is lost'
    return `${how}: ${names(rules)}${where}${from}${end}.`
  })
}

function tried({ tried: version }) {
  return version === undefined
    ? 'Not tested here: that the agent itself opens a session that was mended.'
    : `Sessions that were mended were opened by the agent itself: ${version}.`
}

function names(list) {
  return [...new Set(list)].map(code).join(', ')
}
