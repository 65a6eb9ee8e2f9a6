import { appendFileSync, closeSync, openSync, writeSync } from 'node:fs'

/** Appends lines to a file as an agent would: until told to stop, each by a handle of its own or all by one. */
const [path = '', count = '0', how = 'each', pause = '1'] = process.argv.slice(2)
const handle = how === 'one' ? openSync(path, 'a') : undefined

process.stdout.write('ready\n')
for (let line = 0; line < Number(count); line += 1) {
  const text = `{"line":${line},"text":"${'x'.repeat(line % 500)}"}\n`
  if (handle === undefined) appendFileSync(path, text)
  else writeSync(handle, text)
  if (line % 4 === 0) await new Promise((resolve) => setTimeout(resolve, Number(pause)))
}
if (handle !== undefined) closeSync(handle)
