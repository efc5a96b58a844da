import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { staffAccess } from './staff-queries.ts'

/** The person's groups, the devices each opens, and when. */
export function StaffAccess({ person }: { person: Staff }) {
  const t = useText()
  const can = useCan()
  const access = useQuery(staffAccess(person.id))
  if (access.isPending) return <DetailSkeleton lines={5} />
  if (access.isError) return <ErrorPanel error={access.error} onRetry={() => void access.refetch()} />
  if (access.data.length === 0) {
    return <EmptyState isSmall title={t('staff:access.none.title')} text={t('staff:access.none.text')} />
  }
  return access.data.map((group) => (
    <section key={group.id} className="staff-access">
      <h2>{groupName(group.name, t)}</h2>
      {group.devices.length === 0 && <p className="staff-summary">{t('staff:access.noDevices')}</p>}
      <ul className="staff-lines">
        {group.devices.map((device) => (
          <li key={device.id}>
            <span>
              {can('device.read') ? (
                <Link to={pathTo('deviceList', { below: device.id })}>{device.name}</Link>
              ) : (
                device.name
              )}
              {device.location && <small> · {device.location}</small>}
            </span>
            <span>
              {device.timetables.length === 0
                ? t('staff:access.always')
                : device.timetables.map(({ name }) => name).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  ))
}
