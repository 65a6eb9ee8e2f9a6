// @ts-check
import { mulberry32 } from '../conversation.js'

/** @typedef {import('../conversation.js').Random} Random */
/** @typedef {'mixed' | 'ascii' | 'prose' | 'dense'} Variant */

/**
 * What texts are made of.
 *
 * A page is some 200 KB of lines of one kind, and a text is a stretch of a page: making a corpus then costs
 * little more than writing it.
 *
 * @typedef {(random: Random, length: number) => string} Texts
 */

const pageLength = 200_000

/** @type {Readonly<Record<string, (random: Random) => string>>} */
const kinds = {
  code: (random) =>
    `${indent(random)}const ${name(random)} = await ${name(random)}("${word(random)}", { ${name(random)}: ${number(random)}, "${word(random)}": '${word(random)}' })\n`,
  listing: (random) =>
    `${String(number(random)).padStart(6)}→${indent(random)}if (${name(random)} !== "${word(random)}") return \`${word(random)} \${${name(random)}}\`\n`,
  diff: (random) =>
    `${pick(random, ['+', '-', ' ', '@@ -12,7 +12,9 @@ '])}\t${name(random)}.set("${word(random)}", ${number(random)}) // ${sentence(random)}\n`,
  colours: (random) =>
    `\u001b[32m✓\u001b[39m ${name(random)} \u001b[2m(${number(random)} ms)\u001b[22m \u001b[31m"${word(random)}"\u001b[39m\n`,
  plainColours: (random) =>
    `\u001b[32mok\u001b[39m ${name(random)} \u001b[2m(${number(random)} ms)\u001b[22m \u001b[31m"${word(random)}"\u001b[39m\n`,
  paths: (random) =>
    `C:\\Users\\${word(random)}\\AppData\\Local\\${word(random)}\\${name(random)}.ts(${number(random)},3): error TS2304: Cannot find name '${name(random)}'.\r\n`,
  cjk: (random) =>
    `// ${pick(random, ['读取配置文件', '結果を確認する', '도구 호출이 실패했습니다', '处理工具调用的结果'])}：${name(random)} = "${pick(random, ['成功', '失敗', '오류', '未知'])}"\n`,
  quoted: (random) =>
    `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"toolu_FAKE${number(random)}","name":"Bash","input":{"command":"${word(random)}"}}]}}\n{"type":"user","message":{"role":"user","content":[{"tool_use_id":"toolu_FAKE${number(random)}","type":"tool_result","content":"${word(random)} \\"${word(random)}\\"\\n"}]}}\n`,
  prose: (random) => `${sentence(random)} ${sentence(random)} `,
  dense: (random) =>
    `"\\"${letters(random, 2)}\\"\\\\n\\"\\\\${letters(random, 1)}","${letters(random, 3)}\\","\\\\\\"${number(random)}\\"",\n`,
}

/** The kinds of each variant, as often as they come. @type {Readonly<Record<Variant, readonly string[]>>} */
const mixes = {
  mixed: ['code', 'listing', 'listing', 'listing', 'diff', 'colours', 'paths', 'code', 'cjk', 'quoted'],
  ascii: ['code', 'code', 'code', 'code', 'diff', 'plainColours', 'paths', 'quoted'],
  prose: ['prose'],
  dense: ['dense'],
}

/** All variants. */
export const variants = /** @type {readonly Variant[]} */ (Object.keys(mixes))

/** The texts of a variant: the same on every machine. @param {Variant} variant @returns {Texts} */
export function textsOf(variant) {
  const pages = pagesOf(variant)
  return (random, length) => {
    // A long text is of several kinds, as the output of a long command is.
    let text = ''
    for (let left = Math.ceil(length); left > 0; left = Math.ceil(length) - text.length)
      text += stretch(random, pages, Math.min(left, 2000))
    return text
  }
}

/** Written once: each of thousands of sessions is made of the same. @type {Map<Variant, readonly string[]>} */
const written = new Map()

/** @param {Variant} variant */
function pagesOf(variant) {
  const pages = written.get(variant) ?? mixes[variant].map((kind, index) => pageOf(kind, index))
  written.set(variant, pages)
  return pages
}

/** @param {Random} random @param {readonly string[]} pages @param {number} length */
function stretch(random, pages, length) {
  const page = pick(random, pages)
  const start = Math.floor(random() * (page.length - length))
  return page.slice(start, start + length)
}

/** @param {string} kind @param {number} index */
function pageOf(kind, index) {
  const random = mulberry32(1000 + index)
  const line = /** @type {(random: Random) => string} */ (kinds[kind])
  let page = ''
  while (page.length < pageLength) page += line(random)
  return page
}

const vowels = 'aeiou'
const consonants = 'bcdfghklmnprstvw'

/** @param {Random} random */
function word(random) {
  let made = ''
  for (let left = 1 + random() * 3; left > 0; left--)
    made += letterOf(random, consonants) + letterOf(random, vowels)
  return made
}

/** @param {Random} random */
function name(random) {
  const second = word(random)
  return word(random) + second.charAt(0).toUpperCase() + second.slice(1)
}

/** @param {Random} random */
function sentence(random) {
  const first = word(random)
  const words = Array.from({ length: 5 + random() * 10 }, () => word(random))
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${words.join(' ')}.`
}

/** @param {Random} random @param {number} count */
function letters(random, count) {
  let made = ''
  while (made.length < count) made += letterOf(random, consonants)
  return made
}

/** @param {Random} random */
function indent(random) {
  return '  '.repeat(1 + random() * 4)
}

/** @param {Random} random */
function number(random) {
  return Math.floor(random() * 10_000)
}

/** @param {Random} random @param {string} from */
function letterOf(random, from) {
  return from.charAt(Math.floor(random() * from.length))
}

/** One of some things. @template Thing @param {Random} random @param {readonly Thing[]} things @returns {Thing} */
export function pick(random, things) {
  return /** @type {Thing} */ (things[Math.floor(random() * things.length)])
}
