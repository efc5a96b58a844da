import type { Door } from '@gatehouse/contract/features/sites.ts'
import type { Text } from '../../i18n/i18n.ts'

/** From where to where a door leads: "Outside → Lobby". */
export const doorWay = ({ fromArea, toArea }: Pick<Door, 'fromArea' | 'toArea'>, t: Text): string =>
  [fromArea, toArea].map((area) => area?.name ?? t('shared:outside')).join(' → ')
