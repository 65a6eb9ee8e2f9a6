#!/usr/bin/env node
const { existsSync, statSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { join } = require('node:path')
const { cacheIn, load } = require('./load.js')

const folder = join(__dirname, '../dist/bundle')
const bundle = join(folder, 'main.cjs')
const builds = [join(__dirname, '../dist/.tsbuildinfo'), join(__dirname, '../../core/dist/.tsbuildinfo')]

if (isBundled()) {
  if (existsSync(cacheIn(folder))) load(folder, 'main.cjs')
  else {
    // The build compiles for the Node that it runs on; others from 22.1 on keep for the next start what they compile.
    enableCompileCache?.()
    require(bundle)
  }
} else {
  import('../dist/main.js').catch((error) => {
    if (error?.code !== 'ERR_MODULE_NOT_FOUND') throw error
    process.stderr.write('mortise: This copy is not built yet.\nhint: npm run build\n')
    process.exitCode = 70
  })
}

/** Whether there is a bundle; in a checkout, one that is not older than what was compiled since. */
function isBundled() {
  const made = timeOf(bundle)
  return made > 0 && builds.every((build) => timeOf(build) <= made)
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
