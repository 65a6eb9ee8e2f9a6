const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { Script } = require('node:vm')

/** Where the build keeps what it has compiled: no other Node than the very one that made it can use it. */
exports.cacheIn = (folder) => join(folder, `code-${process.version}-${process.arch}`)

/**
 * Loads a file of the bundle, and those it asks for, with what was compiled of them before.
 *
 * Compiling takes longer than all else in a start, and Node's own loader as long as the rest. `found` gets each script.
 */
exports.load = (folder, first, found) => {
  const modules = new Map()
  const cache = exports.cacheIn(folder)
  return load(first)

  function load(name) {
    const known = modules.get(name)
    if (known !== undefined) return known.exports
    const module = { exports: {} }
    modules.set(name, module)
    const filename = join(folder, name)
    // The bundle is plain ASCII.
    const code = `(function(exports,require,module,__filename,__dirname){${readFileSync(filename, 'latin1')}\n})`
    const script = new Script(code, { filename, cachedData: compiled(join(cache, name)) })
    found?.(name, script)
    script.runInThisContext().call(module.exports, module.exports, request, module, filename, folder)
    return module.exports
  }

  function request(id) {
    return id.startsWith('./') ? load(id.slice(2)) : require(id)
  }
}

function compiled(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
