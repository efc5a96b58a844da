import { readOutcome } from '@gatehouse/contract/device/outcome-words.ts'
import type { Text } from '../../i18n/i18n.ts'

/** The words of a device or its driver for an outcome: sentences of drivers in the reader's language, those of a device as they came. */
export function outcomeText(said: string, t: Text): string {
  const outcome = readOutcome(said)
  if (!outcome) return said
  return t(`devices:outcome.${outcome.is}`, { code: 'code' in outcome ? outcome.code : '' })
}
