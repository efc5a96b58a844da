import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import type { Text } from '../../i18n/i18n.ts'

/** The title of an alarm; a type that only its terminal knows is shown by its number. */
export const alarmTitle = ({ type, code }: Pick<Alarm, 'type' | 'code'>, t: Text): string =>
  type === 'unknown' ? t('bell:unknownType', { code: String(code) }) : t(`bell:type.${type}`)
