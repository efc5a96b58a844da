import { useLayoutEffect, useSyncExternalStore } from 'react'

/** The choices of a person; `system` follows the system's light and dark. */
export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]
export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const systemDark = window.matchMedia('(prefers-color-scheme: dark)')
const systemStill = window.matchMedia('(prefers-reduced-motion: reduce)')
const listeners = new Set<() => void>()

function kept<T extends string>(key: string, choices: readonly T[], otherwise: T): T {
  const stored = localStorage.getItem(key)
  return choices.find((choice) => choice === stored) ?? otherwise
}

let choice = kept('theme', themeChoices, 'system')
let density = kept('density', densities, 'comfortable')

/** The page is dark for a person who has chosen nothing: of a control room. */
let isPageDark = false

const hasChosen = () => localStorage.getItem('theme') !== null
const isDarkNow = () =>
  choice === 'dark' || (choice === 'system' && (systemDark.matches || (isPageDark && !hasChosen())))

function apply() {
  document.documentElement.dataset['theme'] = isDarkNow() ? 'dark' : 'light'
  document.documentElement.dataset['density'] = density
  for (const listener of listeners) listener()
}
systemDark.addEventListener('change', apply)

/** Does at once what reads the theme's colours, as if the page were light; the page stays as it is. */
export function inLight<T>(draw: () => T): T {
  const { dataset } = document.documentElement
  const shown = dataset['theme']
  dataset['theme'] = 'light'
  try {
    return draw()
  } finally {
    dataset['theme'] = shown
  }
}

export function chooseTheme(next: ThemeChoice) {
  choice = next
  localStorage.setItem('theme', next)
  apply()
}

export function chooseDensity(next: Density) {
  density = next
  localStorage.setItem('density', next)
  apply()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Makes the page dark while it is shown, unless its reader has chosen light, dark or as the system. */
export function useDarkPage() {
  useLayoutEffect(() => {
    isPageDark = true
    apply()
    return () => {
      isPageDark = false
      apply()
    }
  }, [])
}

export const useThemeChoice = () => useSyncExternalStore(subscribe, () => choice)
export const useIsDark = () => useSyncExternalStore(subscribe, isDarkNow)
/** Row height of lists: 44 px comfortable, 36 px compact (also the CSS variable `--row-height`). */
export const useDensity = () => useSyncExternalStore(subscribe, () => density)

function subscribeStill(listener: () => void) {
  systemStill.addEventListener('change', listener)
  return () => {
    systemStill.removeEventListener('change', listener)
  }
}

/** Whether the system asks for less motion. */
export const useIsStill = () => useSyncExternalStore(subscribeStill, () => systemStill.matches)
