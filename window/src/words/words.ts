import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { en, type Word } from './en.ts'
import { zh } from './zh.ts'

type Language = 'en' | 'zh'

const catalogues: Readonly<Record<Language, Readonly<Record<Word, string>>>> = { en, zh }
const chosen = signal<Language>(first())

/** The language of the page. */
const language: ReadonlySignal<Language> = chosen

effect(() => {
  document.documentElement.lang = chosen.value === 'zh' ? 'zh-CN' : 'en'
})

/** A word of the page, in its language. */
export function say(word: Word): string {
  return catalogues[chosen.value][word]
}

/** Changes to the other language, and remembers it. */
export function changeLanguage(): void {
  chosen.value = chosen.value === 'en' ? 'zh' : 'en'
  localStorage.setItem('mortise.language', chosen.value)
}

/** How long ago something was. */
export function age(time: string): string {
  const minutes = Math.floor((Date.now() - Date.parse(time)) / 60_000)
  if (minutes < 1) return say('justNow')
  if (minutes < 60) return `${minutes} ${say('minutes')}`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} ${say('hours')}`
  return `${Math.floor(minutes / 1440)} ${say('days')}`
}

/** A size in a few letters. */
export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1e6) return `${Math.round(bytes / 1000)} kB`
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`
}

/** A count as the language writes it. */
export function count(number: number): string {
  return number.toLocaleString(language.value === 'zh' ? 'zh-CN' : 'en')
}

function first(): Language {
  const kept = localStorage.getItem('mortise.language')
  if (kept === 'en' || kept === 'zh') return kept
  return navigator.language.startsWith('zh') ? 'zh' : 'en'
}
