import type { Policy } from '@gatehouse/contract/features/policies.ts'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { deletionEffects } from './deletion-effects.ts'

const maxShown = 8

/** The effects that the deletion of these policies would have at each door, shown before it. */
export function DeletionEffects({ policies }: { policies: readonly Policy[] }) {
  const t = useText()
  const effects = deletionEffects(policies)
  if (effects.length === 0) return null
  return (
    <ul className="policy-effects">
      {effects.slice(0, maxShown).map(({ device, group, kind, timetables }) => (
        <li key={`${device.id} ${group.id}`} data-effect={kind}>
          {t(`policies:effect.${kind}`, {
            device: device.name,
            group: groupName(group.name, t),
            timetables: timetables.join(t('list:comma')),
          })}
        </li>
      ))}
      {effects.length > maxShown && <li>{t('policies:effect.more', { count: effects.length - maxShown })}</li>}
    </ul>
  )
}
