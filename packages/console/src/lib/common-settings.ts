/** Local key `commonSettings` (specification section 3): choices of this browser for the dashboard, as text flags. */
export type CommonSettings = {
  autoUpdate: '0' | '1'
  exhibitionMode: '0' | '1'
  /** Seconds between two refreshes of the dashboard. */
  frequency: number
  showAlarm: '0' | '1'
  showSystem: '0' | '1'
}

export const defaultCommonSettings: CommonSettings = {
  autoUpdate: '0',
  exhibitionMode: '0',
  frequency: 5,
  showAlarm: '1',
  showSystem: '1',
}

/** An hour: a longer interval would not be a live view. */
export const maxFrequency = 3_600

const storageKey = 'commonSettings'
const listeners = new Set<() => void>()
let settings = parseCommonSettings(localStorage.getItem(storageKey))

/** The stored value may come from any release: what is not understood falls back to its default. */
export function parseCommonSettings(stored: string | null): CommonSettings {
  let found: Record<string, unknown> = {}
  try {
    const value: unknown = JSON.parse(stored ?? '{}')
    if (typeof value === 'object' && value !== null) found = { ...value }
  } catch {
    // not JSON: as if nothing had been stored
  }
  const flag = (key: 'autoUpdate' | 'exhibitionMode' | 'showAlarm' | 'showSystem') => {
    const value = found[key]
    return value === '0' || value === '1' ? value : defaultCommonSettings[key]
  }
  const { frequency } = found
  return {
    autoUpdate: flag('autoUpdate'),
    exhibitionMode: flag('exhibitionMode'),
    frequency:
      typeof frequency === 'number' && frequency >= 1 && frequency <= maxFrequency
        ? frequency
        : defaultCommonSettings.frequency,
    showAlarm: flag('showAlarm'),
    showSystem: flag('showSystem'),
  }
}

export const commonSettings = () => settings

export function changeCommonSettings(change: Partial<CommonSettings>) {
  settings = { ...settings, ...change }
  localStorage.setItem(storageKey, JSON.stringify(settings))
  for (const listener of listeners) listener()
}

/** Writes the defaults once, so that every reader finds the key. */
export function keepCommonSettings() {
  if (localStorage.getItem(storageKey) === null) changeCommonSettings({})
}

export function onCommonSettings(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
