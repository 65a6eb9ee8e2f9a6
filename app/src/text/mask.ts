const hidden = '***'

/** Words whose value is a secret: `API_KEY=…`, `"password": "…"`, `--token …`. */
const keyNames =
  '[\\w-]*(?:api[_-]?key|apikey|access[_-]?key|secret|token(?!s)|passwd|password|passphrase|credential|private[_-]?key|auth)[\\w-]*'

/** Shapes that only secrets have, with as much of the beginning as tells which kind it is. */
const shapes: readonly RegExp[] = [
  /\b(sk-(?:[a-z]+-)*)[A-Za-z0-9_-]{8,}/g,
  /\b(gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abeprs]-|AIza|dop_v1_|sk_live_|rk_live_|pk_live_)[\w-]{10,}/g,
  /\b(AKIA|ASIA)[A-Z0-9]{12,}/g,
  /\b(eyJ)[\w-]{10,}\.[\w-]{10,}(?:\.[\w-]*)?/g,
  /\b((?:[Bb]earer|Basic) )[\w.~+/=-]{8,}/g,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /(\w+:\/\/[^\s:/@"']*:)[^\s@/"']+(?=@)/g,
  new RegExp(`(\\b${keyNames}\\\\*["']?\\s*[:=]\\s*\\\\*["'])(?!\\*{3}|Bearer|Basic)[^"'\\\\]{6,}`, 'gi'),
  new RegExp(`(\\b${keyNames}\\\\*["']?\\s*[:=]\\s*)(?!\\*{3}|Bearer|Basic)[^\\s"'\\\\,;&}]{6,}`, 'gi'),
  new RegExp(`(--${keyNames}[ =]["']?)(?!\\*{3})[^\\s"'\\\\]{6,}`, 'gi'),
]

/** Hides what looks like a key, a token or a password; the rest of the text stays. */
export function maskSecrets(text: string): string {
  return shapes.reduce((masked, shape) => masked.replace(shape, `$1${hidden}`), text)
}
