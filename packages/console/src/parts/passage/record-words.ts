import { knownAbnormalType, knownEntryMode, knownReasonCode } from '@gatehouse/contract/device/passage-words.ts'
import type { Text } from '../../i18n/i18n.ts'

/* The words of a record in the language of the reader; a word of a terminal that is newer than this release, as it came. */

export function entryModeText(word: string, t: Text): string {
  const known = knownEntryMode.safeParse(word)
  return known.success ? t(`records:entryMode.${known.data}`) : t('records:unknownWord', { word })
}

export function abnormalText(word: string, t: Text): string {
  const known = knownAbnormalType.safeParse(word)
  return known.success ? t(`records:abnormal.${known.data}`) : t('records:unknownWord', { word })
}

export function reasonText(word: string, t: Text): string {
  const known = knownReasonCode.safeParse(word)
  return known.success ? t(`records:reason.${known.data}`) : t('records:unknownWord', { word })
}
