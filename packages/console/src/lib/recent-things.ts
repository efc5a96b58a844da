import { instantOf, nowMs } from './clock.ts'

/** A page or an action that somebody chose in the palette: kept in this browser for one account, until it signs out. */
export type RecentThing = {
  text: string
  /** The address that it led to; without one `sentence` is what was typed. */
  to?: string
  sentence?: string
  at: string
}

const keyPrefix = 'recentThings.'
const maxKept = 8

const isText = (value: unknown) => typeof value === 'string'
const isRecentThing = (value: unknown): value is RecentThing => {
  if (typeof value !== 'object' || value === null) return false
  const { text, to, sentence, at }: Partial<Record<keyof RecentThing, unknown>> = value
  return isText(text) && isText(at) && (isText(to) || isText(sentence))
}

/** The newest first. Entries of another release that this one does not understand are left out. */
export function recentThings(accountId: string): RecentThing[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyPrefix + accountId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecentThing) : []
  } catch {
    return []
  }
}

export function rememberThing(accountId: string, thing: Omit<RecentThing, 'at'>) {
  const others = recentThings(accountId).filter(({ text }) => text !== thing.text)
  const kept = [{ ...thing, at: instantOf(nowMs()) }, ...others].slice(0, maxKept)
  localStorage.setItem(keyPrefix + accountId, JSON.stringify(kept))
}

/** LOGIN-11: nothing of a session stays in the browser, of whichever account. */
export function forgetRecentThings() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(keyPrefix)) localStorage.removeItem(key)
}
