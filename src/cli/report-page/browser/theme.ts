/** Light or dark: as the system has it, until the reader says otherwise. */
import { el } from './dom.ts'

const listeners = new Set<() => void>()

/** Called after every change: what is drawn on a canvas does not follow by itself. Gives what ends that. */
export function onTheme(redraw: () => void): () => void {
  listeners.add(redraw)
  return () => listeners.delete(redraw)
}

export function themeButton(): HTMLButtonElement {
  const button = el('button', { class: 'theme', click: toggle })
  const dark = matchMedia('(prefers-color-scheme: dark)')
  dark.addEventListener('change', told)
  name()
  return button

  function isDark(): boolean {
    const chosen = document.documentElement.dataset.theme
    return chosen === undefined ? dark.matches : chosen === 'dark'
  }
  function toggle(): void {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark'
    told()
  }
  function told(): void {
    name()
    for (const redraw of [...listeners]) redraw()
  }
  function name(): void {
    button.textContent = isDark() ? '☀ Light' : '☾ Dark'
    button.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours')
  }
}

/** The colour that a name of the style sheet stands for now. */
export function colour(name: string): string {
  const probe = el('span', { class: 'probe' })
  probe.style.color = `var(--${name})`
  document.body.append(probe)
  const value = getComputedStyle(probe).color
  probe.remove()
  return value
}
