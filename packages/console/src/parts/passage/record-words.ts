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

/** Names in a row, each once: a door that was made with its device is called the same. */
export const namedOnce = (...names: (string | null | undefined)[]): string =>
  [...new Set(names.filter(Boolean))].join(' · ')

/** The device of a record, and of a device with several doors the door. */
export const doorOfRecord = ({ device, door }: Place): string => namedOnce(device.name, door?.name)

/** The same with the place of the device. */
export const placeOfRecord = (record: Place): string =>
  namedOnce(record.device.name, record.door?.name, record.device.location)
