import { knownAbnormalType, knownEntryMode, knownReasonCode } from '@gatehouse/contract/device/passage-words.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Text } from '../../i18n/i18n.ts'

/* The words of a record in the language of the reader; a word of a terminal that is newer than this release, as it came. */

export function entryModeText(word: string, t: Text): string {
  const known = knownEntryMode.safeParse(word)
  return known.success ? t(`shared:entryMode.${known.data}`) : t('shared:unknownWord', { word })
}

export function abnormalText(word: string, t: Text): string {
  const known = knownAbnormalType.safeParse(word)
  return known.success ? t(`shared:abnormal.${known.data}`) : t('shared:unknownWord', { word })
}

export function reasonText(word: string, t: Text): string {
  const known = knownReasonCode.safeParse(word)
  return known.success ? t(`shared:reason.${known.data}`) : t('shared:unknownWord', { word })
}

type Place = Pick<RecognitionRecord, 'device' | 'door'>

/** The device of a record, and of a device with several doors the door. */
export const doorOfRecord = ({ device, door }: Place): string => [device.name, door?.name].filter(Boolean).join(' · ')

/** The same with the place of the device. */
export const placeOfRecord = (record: Place): string =>
  [doorOfRecord(record), record.device.location].filter(Boolean).join(' · ')
