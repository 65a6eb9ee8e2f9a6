// Runs the command, and keeps what was compiled on the way: functions that nobody called are not in it.
const { mkdirSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const v8 = require('node:v8')
const { cacheIn, load } = require('./bin/load.js')

// V8 takes only what was kept under the flags that it is started with: a command must not change them here.
v8.setFlagsFromString = () => {}

const folder = join(__dirname, 'dist/bundle')
const scripts = new Map()

load(folder, 'main.cjs', (name, script) => scripts.set(name, script))
process.on('exit', () => {
  mkdirSync(cacheIn(folder), { recursive: true })
  for (const [name, script] of scripts) writeFileSync(join(cacheIn(folder), name), script.createCachedData())
})
