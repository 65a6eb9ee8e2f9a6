import { effect, signal } from '@preact/signals'

const kept = localStorage.getItem('mortise.theme')
const dark = matchMedia('(prefers-color-scheme: dark)')
const chosen = signal(kept === 'dark' || kept === 'light' ? kept : dark.matches ? 'dark' : 'light')

effect(() => {
  document.documentElement.dataset.theme = chosen.value
})
if (kept === null)
  dark.addEventListener('change', ({ matches }) => {
    chosen.value = matches ? 'dark' : 'light'
  })

/** Light or dark. */
export const theme: { readonly value: string } = chosen

/** Changes to the other one, and remembers it. */
export function changeTheme(): void {
  chosen.value = chosen.value === 'dark' ? 'light' : 'dark'
  localStorage.setItem('mortise.theme', chosen.value)
}
