// @ts-check
// Runs commands one after the other in a process that has already compiled the bundle. Every module is evaluated anew for
// each command, so that no state of one command reaches the next.
const { Console } = require('node:console')
const { EventEmitter } = require('node:events')
const { closeSync, openSync, readFileSync, readSync, writeSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { Readable, Writable } = require('node:stream')
const { Script } = require('node:vm')

/** @typedef {{ words: string[], folder: string, environment: Record<string, string>, input: string }} Asked */

const [, , requests = '', answers = '', bin = ''] = process.argv
const folder = join(dirname(bin), '../dist/bundle')
const source = openSync(requests, 'r')
const target = openSync(answers, 'w')
const real = process
/** @type {Map<string, Script>} */
const scripts = new Map()
/** A command that hangs is given up after this time. */
const patience = 100_000

const ended = new Error('The command has ended.')
/** @type {EventEmitter | undefined} */
let current

real.setMaxListeners(0)
real.on('unhandledRejection', told)
real.on('uncaughtException', told)

/** @param {unknown} error */
function told(error) {
  try {
    if (error !== ended) current?.emit('uncaughtException', error)
  } catch (thrown) {
    if (thrown !== ended) throw thrown
  }
}

void serve()

async function serve() {
  for (let line = readLine(); line !== undefined; line = readLine()) {
    const { exit, stdout, stderr } = await run(JSON.parse(line))
    const head = Buffer.from(`${JSON.stringify({ exit, stdout: stdout.length, stderr: stderr.length })}\n`)
    writeAll(Buffer.concat([head, stdout, stderr]))
  }
  closeSync(source)
  real.exit()
}

/** @param {Asked} asked @returns {Promise<{ exit: number | null, stdout: Buffer, stderr: Buffer }>} */
async function run({ words, folder: cwd, environment, input }) {
  real.chdir(cwd)
  for (const name of Object.keys(real.env)) delete real.env[name]
  Object.assign(real.env, environment)
  const events = new EventEmitter()
  current = events
  const out = sink()
  const err = sink()
  // Packages that the bundle leaves outside write through it.
  globalThis.console = new Console(out.stream, err.stream)
  const exit = await new Promise((resolve) => {
    const timer = setTimeout(resolve, patience, null)
    const end = (/** @type {number} */ code) => {
      clearTimeout(timer)
      // What was begun beside the answer ends first, as it would in a process of its own.
      setImmediate(() => setImmediate(() => resolve(code)))
    }
    /** @type {Record<string, any> & { exitCode: number | undefined }} */
    const own = {
      argv: [real.execPath, bin, ...words],
      stdin: Readable.from([Buffer.from(input, 'base64')].filter(({ length }) => length > 0)),
      stdout: out.stream,
      stderr: err.stream,
      exit(code = own.exitCode ?? 0) {
        end(code)
        throw ended
      },
      on: (/** @type {string} */ name, /** @type {() => void} */ listener) => events.on(name, listener),
      once: (/** @type {string} */ name, /** @type {() => void} */ listener) => events.once(name, listener),
      off: (/** @type {string} */ name, /** @type {() => void} */ listener) => events.off(name, listener),
      removeListener: (/** @type {string} */ name, /** @type {() => void} */ listener) =>
        events.off(name, listener),
      exitCode: undefined,
    }
    const process = new Proxy(real, {
      get(_, name) {
        if (name in own) return Reflect.get(own, name)
        const value = Reflect.get(real, name)
        return typeof value === 'function' ? value.bind(real) : value
      },
      set(_, name, value) {
        Reflect.set(own, name, value)
        if (name === 'exitCode') end(value)
        return true
      },
    })
    load(process)('main.cjs')
  })
  events.emit('exit', exit)
  current = undefined
  return { exit, stdout: out.bytes(), stderr: err.bytes() }
}

/** A loader of the bundle whose modules see this process. @param {NodeJS.Process} process */
function load(process) {
  const modules = new Map()
  /** @param {string} name */
  const loaded = (name) => {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const filename = join(folder, name)
    scriptOf(filename).runInThisContext()(module.exports, asked, module, filename, folder, process)
    return module.exports
  }
  /** @param {string} id */
  const asked = (id) =>
    id.startsWith('./')
      ? loaded(id.slice(2))
      : /^(?:node:)?process$/.test(id)
        ? process
        : require(require.resolve(id, { paths: [folder] }))
  return loaded
}

/** @param {string} filename */
function scriptOf(filename) {
  const known = scripts.get(filename)
  if (known !== undefined) return known
  const code = readFileSync(filename, 'latin1')
  const script = new Script(`(function(exports,require,module,__filename,__dirname,process){${code}\n})`, {
    filename,
  })
  scripts.set(filename, script)
  return script
}

/** A stream that keeps what is written. */
function sink() {
  /** @type {Buffer[]} */
  const pieces = []
  const stream = new Writable({
    decodeStrings: true,
    write(chunk, _, done) {
      pieces.push(Buffer.from(chunk))
      done()
    },
  })
  return { stream, bytes: () => Buffer.concat(pieces) }
}

/** The next request; undefined once the tests have ended. */
function readLine() {
  const pieces = []
  const piece = Buffer.alloc(65536)
  for (;;) {
    const length = readSync(source, piece)
    if (length === 0) return undefined
    pieces.push(Buffer.from(piece.subarray(0, length)))
    if (piece[length - 1] === 0x0a) return Buffer.concat(pieces).toString()
  }
}

/** @param {Buffer} bytes */
function writeAll(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(target, bytes, at)
}
