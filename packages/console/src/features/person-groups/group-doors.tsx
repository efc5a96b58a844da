import { type GroupDoor, groupRoutesOf, type GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { consequences } from './group-impact.tsx'
import { groupDoors } from './group-queries.ts'
import { groupPages, useGroupKind } from './use-group.ts'

const pageSize = 50

/** The devices a group is bound to: they recognise its people. */
export function GroupDoors({ group }: { group: GroupSummary }) {
  const t = useText()
  const can = useCan()
  const kind = useGroupKind()
  const { base, write } = groupPages[kind]
  const navigate = useNavigate()
  const [keyword, setKeyword] = useState('')
  const [keys, setKeys] = useState<readonly string[]>([])
  const doors = useQuery(
    groupDoors(kind, group.id, true, { keyword: keyword || undefined, after: keys.at(-1), size: pageSize }),
  )
  const unbind = useUnbind(group)
  const { data } = doors
  const bind = can(write) && (
    <Button onClick={() => void navigate(`${base}/${group.id}/bind?tab=devices`)}>{t('groups:doors.bind')}</Button>
  )
  if (doors.isError && !data) return <ErrorPanel error={doors.error} onRetry={() => void doors.refetch()} />
  if (!data) return <DetailSkeleton lines={6} />
  if (data.items.length === 0 && !keyword) {
    return <EmptyState isSmall title={t('groups:empty.doors')} text={t('groups:empty.doorsText')} action={bind} />
  }
  return (
    <>
      <div className="group-doors-tools">
        <Input.Search
          allowClear
          maxLength={100}
          placeholder={t('groups:doors.search')}
          aria-label={t('groups:doors.search')}
          onSearch={(text) => {
            setKeys([])
            setKeyword(text.trim())
          }}
        />
        {bind}
      </div>
      {data.items.length === 0 && <p className="group-list-none">{t('groups:doors.noMatch')}</p>}
      <ul className="group-doors" aria-label={t('groups:doors.label')}>
        {data.items.map((door) => (
          <li key={door.id}>
            <div>
              {can('device.read') ? (
                <Link to={pathTo('deviceList', { below: door.id })}>{door.name}</Link>
              ) : (
                <span>{door.name}</span>
              )}
              {door.location && <small>{door.location}</small>}
              <small>
                {door.policyCount > 0
                  ? t('groups:doors.policies', { count: door.policyCount })
                  : t(kind === 'blacklisted' ? 'groups:doors.refused' : 'groups:doors.always')}
              </small>
            </div>
            <StatusMark meaning={door.isOnline ? 'good' : 'none'}>
              {t(door.isOnline ? 'groups:doors.online' : 'groups:doors.offline')}
            </StatusMark>
            {can(write) && (
              <Button
                size="small"
                aria-label={t('groups:doors.unbindFrom', { device: door.name })}
                onClick={() => unbind(door)}
              >
                {t('groups:doors.unbind')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {(keys.length > 0 || data.next !== null) && (
        <nav className="group-doors-paging" aria-label={t('list:paging.label')}>
          <Button disabled={keys.length === 0} onClick={() => setKeys(keys.slice(0, -1))}>
            {t('list:paging.previous')}
          </Button>
          <Button disabled={data.next === null} onClick={() => data.next !== null && setKeys([...keys, data.next])}>
            {t('list:paging.next')}
          </Button>
        </nav>
      )}
    </>
  )
}

/** Unbinds a device after showing how many people it loses. */
function useUnbind(group: GroupSummary) {
  const t = useText()
  const kind = useGroupKind()
  const confirm = useConfirm()
  const toast = useToast()
  return (door: GroupDoor) => {
    const [name, device] = [groupName(group.name, t), door.name]
    confirm({
      title: t('groups:confirm.unbindTitle', { name, device }),
      text: consequences([
        t('groups:confirm.unbindText', { count: group.memberCount, device }),
        door.policyCount > 0 && t('groups:confirm.policiesWait', { count: door.policyCount }),
      ]),
      action: t('groups:doors.unbindFrom', { device }),
      run: async () => {
        await call(groupRoutesOf[kind].unbind, { params: { id: group.id }, body: { deviceIds: [door.id] } })
        toast.done(t('groups:unbound', { device }))
      },
    })
  }
}
