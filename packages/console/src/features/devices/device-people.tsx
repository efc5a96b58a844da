import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Pagination, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { FaceThumbnail } from '../../ui/face-thumbnail.tsx'
import { SyncMark } from '../../ui/status-sync.tsx'
import { devicePeopleQuery } from './device-queries.ts'

const states = ['waiting', 'done', 'failed'] as const
const pageSize = 20

/** Who belongs on the device, and whether it knows them yet: waiting, done, or failed and what to do. */
export function DevicePeople({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const [page, setPage] = useState(1)
  const [keyword, setKeyword] = useState('')
  const [state, setState] = useState<(typeof states)[number] | undefined>()
  const { data, error, refetch } = useQuery(
    devicePeopleQuery(device.id, { page, size: pageSize, keyword: keyword || undefined, state }),
  )
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <>
      <div className="device-commands">
        <Input.Search
          allowClear
          maxLength={100}
          placeholder={t('devices:people.search')}
          aria-label={t('devices:people.search')}
          onSearch={(text) => {
            setPage(1)
            setKeyword(text.trim())
          }}
          style={{ width: 220 }}
        />
        <Segmented
          aria-label={t('devices:people.state')}
          value={state ?? 'all'}
          options={[
            { value: 'all', label: t('list:all') },
            ...states.map((value) => ({ value, label: t(`list:sync.${value}`) })),
          ]}
          onChange={(value) => {
            setPage(1)
            setState(states.find((name) => name === value))
          }}
        />
      </div>
      {!data ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : data.total === 0 ? (
        <EmptyState
          isSmall
          title={t('devices:people.emptyTitle')}
          text={t('devices:people.emptyText')}
          action={can('device.write') && <Link to={`/device/list/${device.id}/edit`}>{t('devices:people.bind')}</Link>}
        />
      ) : (
        <>
          <p className="for-readers" aria-live="polite">
            {t('devices:people.total', { count: data.total })}
          </p>
          {data.items.map((person) => (
            <div key={person.personId} className="device-person">
              <FaceThumbnail kind="portrait" imageId={can(['staff.read', 'visitor.read']) ? person.portraitId : null} />
              <div>
                {person.name}
                <SyncMark state={person.state} reason={person.reason} />
              </div>
            </div>
          ))}
          {data.total > pageSize && (
            <Pagination
              current={page}
              pageSize={pageSize}
              total={data.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </>
  )
}
