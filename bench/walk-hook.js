// @ts-check
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Takes the compiled sources of core, not the bundled files that are published: a reader walks through sources. @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const [, door] = /^@mortise\/core(\/.*)?$/.exec(specifier) ?? []
  if (!specifier.startsWith('@mortise/core')) return next(specifier, context)
  const file =
    door === undefined
      ? 'index'
      : door === '/guard'
        ? 'guard/index'
        : door.replace(/^\/(?!guard\/)/, '/entries/')
  return { url: new URL(`../core/dist/${file}.js`, import.meta.url).href, shortCircuit: true }
}

/** Loads a module of `core/dist` or `app/dist` so that each of its functions tells when it is entered. @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  const loaded = await next(url, context)
  const file = url.startsWith('file:') ? fileURLToPath(url).slice(root.length) : ''
  if (!/^(core|app)\/dist\/.*\.js$/.test(file)) return loaded
  return { ...loaded, source: instrumented(String(loaded.source), file.replace('/dist/', '/')) }
}

/** @param {string} source @param {string} file */
function instrumented(source, file) {
  /** @type {{ at: number, text: string }[]} */
  const inserts = []
  visit(parseAst(source), '', (node, name) => {
    const told = `globalThis.walked?.(${JSON.stringify(file)}, ${JSON.stringify(`${name || '(unnamed)'}:${node.start}`)})`
    const { start, end, type } = node.body
    if (type === 'BlockStatement' || type === 'FunctionBody')
      inserts.push({ at: start + 1, text: `${told};` })
    else inserts.push({ at: start, text: `(${told}, ` }, { at: end, text: ')' })
  })
  let text = ''
  let last = 0
  // Of inserts at one place, the bracket that closes the inner function comes first: it was pushed last.
  for (const { at, text: more } of inserts.reverse().sort((left, right) => left.at - right.at)) {
    text += source.slice(last, at) + more
    last = at
  }
  return text + source.slice(last)
}

/** Visits each function, with the name that it has or is given. @param {any} node @param {string} name @param {(node: any, name: string) => void} see */
function visit(node, name, see) {
  if (Array.isArray(node)) {
    for (const child of node) visit(child, '', see)
    return
  }
  if (typeof node?.type !== 'string') return
  if (/^(Arrow)?Function(Expression|Declaration)?$/.test(node.type) && node.body)
    see(node, node.id?.name ?? name)
  const given = node.type === 'VariableDeclarator' ? node.id?.name : node.key?.name
  for (const [member, child] of Object.entries(node))
    if (typeof child === 'object' && child !== null)
      visit(child, member === 'init' || member === 'value' ? (given ?? '') : '', see)
}
