// @ts-check

/** @typedef {import('../conversation.js').Random} Random */

/** A size as sizes of outputs are: many small, few large. @param {Random} random @param {number} middle @param {number} spread @param {number} least @param {number} most */
export function logNormal(random, middle, spread, least, most) {
  let normal = -6
  for (let draw = 0; draw < 12; draw++) normal += random()
  return Math.min(most, Math.max(least, Math.round(middle * Math.exp(spread * normal))))
}

const hex = '0123456789abcdef'
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/'

/** @param {Random} random @param {string} from @param {number} count */
function drawn(random, from, count) {
  let made = ''
  while (made.length < count) made += from.charAt(Math.floor(random() * from.length))
  return made
}

/** @param {Random} random @param {number} count */
export function base62(random, count) {
  return drawn(random, digits.slice(0, 62), count)
}

/** @param {Random} random @param {number} count */
export function base64(random, count) {
  return `${drawn(random, digits, count)}==`
}

/** @param {Random} random */
export function uuid(random) {
  const part = (/** @type {number} */ count) => drawn(random, hex, count)
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`
}
