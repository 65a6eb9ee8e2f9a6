import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { ownFolders, pages } from './pages.js'

const root = new URL('../../', import.meta.url)
const written = pages(root)

for (const folder of ownFolders) {
  mkdirSync(new URL(folder, root), { recursive: true })
  for (const name of readdirSync(new URL(folder, root))) {
    if (!written.has(`${folder}/${name}`)) rmSync(new URL(`${folder}/${name}`, root))
  }
}
for (const [path, text] of written) writeFileSync(new URL(path, root), text)
