import { credentialKinds } from '@gatehouse/contract/device/capabilities.ts'
import { type Device, personSyncStates, retryDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { SyncMark } from '../../parts/device/status-sync.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DeviceLacks } from './device-lacks.tsx'
import { DeviceLeftPeople } from './device-left-people.tsx'
import { devicePeopleQuery } from './device-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Segments } from '../../ui/page/segments.tsx'

const labelled = (word: string, count: number) => `${word} ${formatNumber(count)}`

/** The people who belong on the device, and whether it knows them: waiting, done, or failed with what to do. The filter stands in the URL. */
export function DevicePeople({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const [keyword, setKeyword] = useState('')
  const [params, setParams] = useSearchParams()
  const state = personSyncStates.find((name) => name === params.get('people'))
  const choose = (value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === 'all') next.delete('people')
        else next.set('people', value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    devicePeopleQuery(device.id, { keyword: keyword || undefined, state }),
  )
  const retry = async (personIds?: string[]) => {
    const body = personIds ? { personIds } : {}
    const { count } = await callAndRefresh(retryDevicePeople, { params: { id: device.id }, body })
    toast.done(t('devices:people.retried', { count }))
  }
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  const people = data?.pages.flatMap(({ items }) => items)
  const { total, waiting, failed, noPortrait, keptOff } = device.people
  const done = total - waiting - failed - noPortrait - keptOff
  const counts = { waiting, done, 'no-portrait': noPortrait, 'kept-off': keptOff, failed }
  // Nobody is kept off a device that keeps to hours.
  const states = personSyncStates.filter(
    (one) => one !== 'kept-off' || device.capabilities.mayIgnoreHours || keptOff > 0,
  )
  return (
    <>
      {total - keptOff > device.personCapacity && (
        <Notice
          kind="attention"
          title={t('devices:people.full', { capacity: device.personCapacity, total: total - keptOff })}
        />
      )}
      <DeviceLeftPeople device={device} />
      {device.capabilities.mayIgnoreHours && (
        <p className="device-words">
          {t(`devices:people.${device.capabilities.ignoresHours ? 'ignoresHours' : 'mayIgnoreHours'}`)}
        </p>
      )}
      <DeviceLacks
        lacks={device.capabilities.credentials}
        names={credentialKinds}
        nameOf={(kind) => t(`devices:lack.credential.${kind}`)}
      />
      <div className="device-commands">
        <Input.Search
          allowClear
          maxLength={100}
          placeholder={t('devices:people.search')}
          aria-label={t('devices:people.search')}
          onSearch={(text) => setKeyword(text.trim())}
          style={{ width: 220 }}
        />
        <Segments
          label={t('devices:people.state')}
          value={state ?? 'all'}
          options={[
            { value: 'all', label: labelled(t('list:all'), total) },
            ...states.map((value) => ({ value, label: labelled(t(`list:sync.${value}`), counts[value]) })),
          ]}
          onChange={choose}
        />
        {failed > 0 && can('device.write') && (
          <Button onClick={() => retry().catch(toast.failed)}>{t('devices:people.retryAll')}</Button>
        )}
      </div>
      {!people ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : people.length === 0 ? (
        keyword || state ? (
          <EmptyState isSmall title={t('list:noMatch.title')} text={t('list:noMatch.text')} />
        ) : (
          <EmptyState
            isSmall
            title={t('devices:people.emptyTitle')}
            text={t('devices:people.emptyText')}
            action={
              can('device.write') && (
                <Link to={pathTo('deviceList', { below: `${device.id}/edit` })}>{t('devices:people.bind')}</Link>
              )
            }
          />
        )
      ) : (
        <>
          <p aria-live="polite">
            {keyword
              ? t('devices:people.found', {
                  count: people.length,
                  number: `${formatNumber(people.length)}${hasNextPage ? '+' : ''}`,
                })
              : t('devices:people.total', { count: state ? counts[state] : total })}
          </p>
          {people.map((person) => (
            <div key={person.personId} className="device-person">
              <FaceThumbnail kind="portrait" imageId={can(['staff.read', 'visitor.read']) ? person.portraitId : null} />
              <div>
                {person.name}
                {device.capabilities.knowsByNumber && person.number !== null && (
                  <small className="device-words tabular">
                    {t('devices:people.number', { number: String(person.number) })}
                  </small>
                )}
                <SyncMark state={person.state} reason={person.reason} />
              </div>
              {person.state === 'failed' && can('device.write') && (
                <Button onClick={() => retry([person.personId]).catch(toast.failed)}>
                  {t('devices:people.retry')}
                </Button>
              )}
            </div>
          ))}
          {hasNextPage && (
            <div className="device-more">
              <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('devices:people.more')}
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}
