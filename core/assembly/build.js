// Compiles the sources of this folder into `src/bytes/scan/wasm-code.ts`, which is not kept in git.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import compiler from 'assemblyscript/asc'

const folder = fileURLToPath(new URL('./', import.meta.url))
const target = fileURLToPath(new URL('../src/bytes/scan/wasm-code.ts', import.meta.url))

// 32 MB at once: what is not touched costs nothing, though 64 MB would be enough for V8 to collect all garbage at once.
// Memory that grows leaves its old views detached, and from the first detached view on, V8 checks every access to any
// typed array in the process.
const pages = '512'
const options = ['--runtime', 'stub', '--enable', 'simd', '--initialMemory', pages, '--noAssert']

const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const sources = new Map(names.map((name) => [name, readFileSync(`${folder}${name}`, 'utf8')]))
const stamp = `// From the sources with the hash ${hashOf([...sources, options, compiler.version])}: npm run wasm\n`

if (!existsSync(target) || !readFileSync(target, 'utf8').startsWith(stamp)) {
  writeFileSync(target, `${stamp}${moduleOf(await compile())}`)
}

async function compile() {
  let code
  const { error, stderr } = await compiler.main(
    ['index.ts', '--outFile', 'out.wasm', '-O3', '--converge', ...options],
    {
      readFile: (name) => sources.get(name) ?? null,
      writeFile: (name, contents) => {
        if (name === 'out.wasm') code = contents
      },
      listFiles: () => [],
    },
  )
  if (error !== null || code === undefined) throw new Error(`The reader does not compile.\n${stderr}`)
  return code
}

function moduleOf(code) {
  const text = Buffer.from(code).toString('base64')
  return `\n/** The reader for WebAssembly, in base64. */\nexport const wasmCode: string =\n  '${text}'\n`
}

function hashOf(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
