import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = 'core/src/formats/'

/** The names of the shapes that a turn or a part can be given: from the files `shapes.ts` of the formats. */
export function shapeNamesFile(root) {
  const names = [...new Set(filesIn(root).flatMap(namesIn))].sort()
  const text = `// Written by \`npm run docs\` from the files \`shapes.ts\` in \`${folder}\`.

/** The name of a shape that a turn or a part can be given. */
export type ShapeName =
${names.map((name) => `  | '${name}'\n`).join('')}`
  return ['core/src/model/shape-names.ts', text]
}

function filesIn(root) {
  return readdirSync(new URL(folder, root))
    .map((format) => new URL(`${folder}${format}/shapes.ts`, root))
    .filter((file) => existsSync(file))
}

/** The members of the table of shapes in a file. */
function namesIn(file) {
  const [, table = ''] =
    /^export const shapes: Shapes = \{\n(.*?)^\}/ms.exec(readFileSync(file, 'utf8')) ?? []
  return [...table.matchAll(/^ {2}'([\w-]+)'/gm)].map(([, name]) => name)
}
