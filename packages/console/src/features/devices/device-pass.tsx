import type { Device } from '@gatehouse/contract/features/devices.ts'
import { listPolicies } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

const kinds = ['staff', 'visitor', 'blacklisted'] as const

/** The people who pass here: bound groups of each kind, the direction, and the policies that are in force. */
export function DevicePass({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const namesOf = (kind: (typeof kinds)[number]) =>
    device.groups
      .filter((group) => group.kind === kind)
      .map(({ name }) => groupName(name, t))
      .join(t('list:comma'))
  return (
    <>
      <p className="device-words">{t('devices:pass.text')}</p>
      {can('device.write') && (
        <div className="device-edit">
          <Button
            onClick={() => void navigate(pathTo('deviceList', { below: `${device.id}/edit`, query: { tab: 'pass' } }))}
          >
            {t('devices:pass.edit')}
          </Button>
        </div>
      )}
      <DetailList
        items={[
          ...kinds.map((kind) => ({ label: t(`devices:pass.${kind}`), value: namesOf(kind) })),
          { label: t('devices:column.direction'), value: t(`list:direction.${device.direction}`) },
        ]}
      />
      {can('policy.read') && <Policies device={device} />}
    </>
  )
}

function Policies({ device }: { device: Device }) {
  const t = useText()
  const policies = useQuery(queryOf(listPolicies, { query: { deviceId: device.id, size: 100 } }))
  return (
    <section className="detail-section">
      <h2>{t('devices:pass.policies')}</h2>
      {policies.isPending ? (
        <DetailSkeleton lines={3} />
      ) : policies.isError ? (
        <ErrorPanel error={policies.error} onRetry={() => void policies.refetch()} />
      ) : policies.data.items.length === 0 ? (
        <p className="device-words">{t('devices:pass.noPolicies')}</p>
      ) : (
        <ul className="device-lines">
          {policies.data.items.map((policy) => (
            <li key={policy.id}>
              {t('devices:pass.policy', { group: groupName(policy.group.name, t), timetable: policy.timetable.name })}
              {!policy.isBound && <StatusMark meaning="attention">{t('devices:pass.idle')}</StatusMark>}
            </li>
          ))}
        </ul>
      )}
      <Link to={pathTo('policies', { query: { deviceId: device.id } })}>{t('devices:pass.allPolicies')}</Link>
    </section>
  )
}
