// @ts-check
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

// One file for each door, and what several doors need in files that they share: so nothing is there twice, and a
// program reads a handful of files where the compiled sources are some six hundred. Names and lines stay as they
// are, for stacks that can be read.
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url))

const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const doors = Object.values(exports).flatMap((door) => door.default ?? [])
const formats = readdirSync(at('dist/entries')).filter((name) => name.endsWith('.js'))
/** The compiled file behind each published one: an entry stands for a format, others have their name. */
const input = Object.fromEntries(
  doors.flatMap((door) => {
    const name = door.replace('./dist/doors/', '').replace(/\.js$/, '')
    if (name === '*') return formats.map((file) => [file.slice(0, -3), at(`dist/entries/${file}`)])
    return [[name, at(`dist/${name}.js`)]]
  }),
)

/** All doors need the engine with its rules: one file, though some rules are of a few formats alone. */
const engine =
  /[\\/]dist[\\/](?:(?:engine|model|texts|rules)[\\/].+|(?:door|choose|follow|wrong-format))\.js$/

rmSync(at('dist/doors'), { recursive: true, force: true })
const bundle = await rolldown({ input, platform: 'neutral' })
await bundle.write({
  dir: at('dist/doors'),
  format: 'esm',
  // A bundler leaves out what nobody uses by the annotations.
  comments: { annotation: true, jsdoc: false, legal: true },
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name]-[hash].js',
  codeSplitting: { groups: [{ name: 'engine', test: engine }] },
})
await bundle.close()
