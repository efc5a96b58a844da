import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { Decision } from './decide-passage.ts'

/** The prompt for the person before the terminal; empty if the settings have none for the decision. */
export function promptText({ verdict, person }: Decision, settings: DeviceSettings): string {
  if (verdict.recordedAs === 'blacklisted' && settings.blacklistText !== '') return settings.blacklistText
  if (!verdict.opens) return settings.failureText
  if (person?.prompt) return person.prompt
  return [settings.successText, shownName(person?.name ?? '', settings.showName)].filter(Boolean).join(' ')
}

export function shownName(name: string, how: DeviceSettings['showName']): string {
  if (how === 'full') return name
  if (how === 'none') return ''
  const [first = '', ...rest] = name
  return first + '*'.repeat(Math.min(rest.length, 3))
}
