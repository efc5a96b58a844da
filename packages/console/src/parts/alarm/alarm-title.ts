import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { Text } from '../../i18n/i18n.ts'

/** What an alarm is called; one that only its terminal knows goes by its number. */
export const alarmTitle = ({ type, code }: Pick<Alarm, 'type' | 'code'>, t: Text): string =>
  type === 'unknown' ? t('bell:unknownType', { code: String(code) }) : t(`bell:type.${type}`)
