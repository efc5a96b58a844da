import { type Device, deleteDevice } from '@gatehouse/contract/features/devices.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link, Outlet, useNavigate, useParams } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { companyTime, companyZone } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import type { MenuEntry } from '../../ui/menu/menu.tsx'
import { HeadMenu } from '../../ui/page/head-menu.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DetailTabs } from '../../ui/detail/detail-tabs.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DeviceAlarms } from './device-alarms.tsx'
import { DeviceStatus } from './device-columns.tsx'
import { DeviceCommands, useRestart } from './device-commands.tsx'
import { UnbindText } from './unbind-words.tsx'
import { DeviceConversation } from './device-conversation.tsx'
import { DeviceDoor, DeviceDoorSign, DeviceDoorStanding, DeviceNow, DeviceSentence } from './device-door.tsx'
import { DeviceDoors } from './device-doors.tsx'
import { DeviceLockdownInput } from './device-lockdown-input.tsx'
import { MakeOffNotice, SeenTwice } from './device-make-choice.tsx'
import { DevicePass } from './device-pass.tsx'
import { DevicePeople } from './device-people.tsx'
import { deviceQuery } from './device-queries.ts'
import { useIsClear, useIsLivenessOff } from './device-at-ease.ts'
import { DeviceRecords } from './device-records.tsx'
import { DeviceSettings, type SettingEdits, useChangedSettings } from './device-settings.tsx'
import { LowFaceThreshold } from './face-threshold.tsx'
import { DeviceUpgrades } from './device-upgrades.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import './devices.css'

/** One device (DEV-02): the tab is in the address. */
export function DeviceDetailPage() {
  const t = useText()
  const { deviceId = '' } = useParams()
  const device = useQuery({ ...deviceQuery(deviceId), retry: false })
  const isGone = device.error instanceof CallError && [400, 404].includes(device.error.status)
  // another device is another page: nothing that was typed for the first one stays
  if (device.data && !isGone) return <DeviceDetail key={device.data.id} device={device.data} />
  if (!device.isError) {
    return (
      <>
        <PageHeader title={t('devices:title')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  if (!isGone) return <ErrorPanel isPage error={device.error} onRetry={() => void device.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('devices:detail.missing.title')}
      text={t('devices:detail.missing.text')}
      action={<Link to={pathTo('deviceList')}>{t('devices:detail.missing.back')}</Link>}
    />
  )
}

function DeviceDetail({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  // Here and not in the tab, so that typed values survive a change of tabs.
  const [edits, setEdits] = useState<SettingEdits | null>(null)
  const unbind = () =>
    void confirmDelete({
      title: t('devices:unbind.title', { name: device.name }),
      text: <UnbindText id={device.id} keepsPeople={device.capabilities.keepsPeople} />,
      action: t('devices:unbind.button'),
      ends: [device.id],
      run: async () => {
        await callAndRefresh(deleteDevice, { params: { id: device.id } })
        void navigate(pathTo('deviceList'), { replace: true })
        toast.done(t('devices:unbind.done', { name: device.name }))
      },
    })
  const restart = useRestart(device)
  const more: MenuEntry[] = [
    ...(restart ? [{ key: 'restart', label: t('devices:action.restart'), run: restart }] : []),
    ...(can('operation-log.read')
      ? [
          {
            key: 'log',
            label: t('devices:action.log'),
            run: () => void navigate(pathTo('operationLog', { query: { keyword: device.name } })),
          },
        ]
      : []),
    ...(can('device.write')
      ? [{ key: 'unbind', label: t('devices:action.unbind'), isDangerous: true, isApart: true, run: unbind }]
      : []),
  ]
  const changed = useChangedSettings(device)
  const isLivenessOff = useIsLivenessOff(device.id)
  const isClear = useIsClear(device)
  const tabs: TabOf[] = [
    { key: 'now', isShown: can('site.read'), content: <DeviceNow deviceId={device.id} /> },
    { key: 'info', content: <DeviceInfo device={device} /> },
    {
      key: 'settings',
      count: changed > 0 ? t('devices:detail.changed', { count: changed }) : undefined,
      content: <DeviceSettings device={device} edits={edits} onEdit={setEdits} />,
    },
    { key: 'pass', content: <DevicePass device={device} /> },
    { key: 'attendance', content: <DeviceAttendance device={device} /> },
    { key: 'people', count: formatNumber(device.people.total), content: <DevicePeople device={device} /> },
    { key: 'records', isShown: can('record.read'), content: <DeviceRecords device={device} /> },
    { key: 'alarms', isShown: can('alarm.read'), content: <DeviceAlarms device={device} /> },
    { key: 'commands', content: <DeviceCommands device={device} /> },
    { key: 'conversation', content: <DeviceConversation device={device} /> },
    { key: 'app', content: <DeviceApp device={device} /> },
  ]
  return (
    <>
      <Link to={pathTo('deviceList')} className="device-back">
        {t('devices:back')}
      </Link>
      <PageHeader
        isThing
        isLarge
        sign={<DeviceDoorSign device={device} />}
        title={device.name}
        meta={
          <span className="device-states">
            <DeviceStatus device={device} t={t} />
            <DeviceDoorStanding deviceId={device.id} />
          </span>
        }
        purpose={
          <>
            <DeviceSentence device={device} isClear={isClear} />
            <span className="door-facts">{[device.location, device.description].filter(Boolean).join(' · ')}</span>
          </>
        }
        actions={
          <>
            {can('device.write') && (
              <Button onClick={() => void navigate(pathTo('deviceList', { below: `${device.id}/edit` }))}>
                {t('devices:action.edit')}
              </Button>
            )}
            <HeadMenu entries={more} />
          </>
        }
      />
      {device.cloneSeenAt && <SeenTwice device={device} at={companyTime(device.cloneSeenAt)} />}
      <MakeOffNotice device={device} />
      {device.missingRecords > 0 && (
        <Notice kind="attention" title={t('devices:missing.title', { count: device.missingRecords })}>
          {t('devices:missing.text')}
        </Notice>
      )}
      {device.holdsWeakHashes && (
        <Notice kind="attention" title={t('devices:weakHashes.title')}>
          {t('devices:weakHashes.text')}
        </Notice>
      )}
      {device.letPassAt !== null && <LetPass device={device} at={device.letPassAt} />}
      {device.refusesHolidays && (
        <Notice kind="attention" title={t('devices:refusedHolidays.title')}>
          {t('devices:refusedHolidays.text')}
        </Notice>
      )}
      {device.isFaceThresholdLow && <LowFaceThreshold deviceId={device.id} />}
      {isLivenessOff && <NoLiveness />}
      <DeviceDoor device={device} />
      <div className="detail-card">
        <DetailTabs tabs={tabsOf(tabs, t)} />
      </div>
      <Outlet />
    </>
  )
}

/** Firmware that keeps to no hours shows itself by the people it lets pass; everybody who may set the device can say so. */
function LetPass({ device, at }: { device: Device; at: string }) {
  const t = useText()
  const can = useCan()
  return (
    <Notice kind="bad" title={t('devices:letPass.title')}>
      <p>
        <Dated>{t('devices:letPass.text', { at: companyTime(at) })}</Dated>
      </p>
      {can('device.write') && (
        <Link to={pathTo('deviceList', { below: `${device.id}?tab=settings` })}>{t('devices:letPass.settings')}</Link>
      )}
    </Notice>
  )
}

function NoLiveness() {
  const t = useText()
  return (
    <Notice
      kind="attention"
      title={t('devices:noLiveness.title')}
      action={<Link to="?tab=settings">{t('devices:noLiveness.toSetting')}</Link>}
    >
      {t('devices:noLiveness.text')}
    </Notice>
  )
}

type TabKey =
  | 'now'
  | 'info'
  | 'settings'
  | 'pass'
  | 'attendance'
  | 'people'
  | 'records'
  | 'alarms'
  | 'commands'
  | 'conversation'
  | 'app'
/** `count`: what its name is followed by. */
type TabOf = { key: TabKey; isShown?: boolean; count?: string | undefined; content: ReactNode }

function tabsOf(tabs: readonly TabOf[], t: Text): Parameters<typeof DetailTabs>[0]['tabs'] {
  const shown = tabs
    .filter(({ isShown = true }) => isShown)
    .map(({ key, count, content }) => ({
      key,
      content,
      label: (
        <>
          {key === 'now' ? t('doorNow:tab') : t(`devices:detail.tab.${key}`)}
          {count && <span className="device-tab-count"> {count}</span>}
        </>
      ),
    }))
  const [first = { key: '', label: '', content: null }, ...rest] = shown
  return [first, ...rest]
}

/** The clock beside the device, and where it has it from. */
function zoneText({ timeZone, effectiveTimeZone }: Device, t: Text): string {
  if (timeZone !== null) return timeZone
  if (effectiveTimeZone === companyZone()) return t('devices:detail.timeZoneNone')
  return t('devices:detail.timeZoneOfSite', { zone: effectiveTimeZone })
}

function DeviceInfo({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <DetailList
        title={t('devices:detail.section.place')}
        items={[
          { label: t('devices:detail.door'), value: <DeviceDoors device={device} /> },
          { label: t('devices:column.location'), value: device.location },
          { label: t('devices:column.direction'), value: t(`list:direction.${device.direction}`) },
          { label: t('devices:column.description'), value: device.description },
          { label: t('devices:detail.timeZone'), value: zoneText(device, t) },
          {
            label: t('devices:detail.groups'),
            value: device.groups.map(({ name }) => groupName(name, t)).join(t('list:comma')) || t('list:none'),
          },
          ...(can('lockdown.details')
            ? [{ label: t('devices:lockdownInput.title'), value: <DeviceLockdownInput device={device} /> }]
            : []),
        ]}
      />
      <DetailList
        title={t('devices:detail.section.link')}
        items={[
          {
            label: t('devices:column.status'),
            value: (
              <>
                {t(device.isOnline ? 'devices:status.online' : 'devices:status.offline')}{' '}
                <Dated>
                  {device.onlineChangedAt
                    ? t('devices:status.since', { at: companyTime(device.onlineChangedAt) })
                    : t('devices:status.never')}
                </Dated>
              </>
            ),
          },
          { label: t('devices:column.ip'), value: <Address device={device} /> },
          ...(device.capabilities.isTiedToNetwork
            ? [
                {
                  label: t('devices:form.sourceNetwork'),
                  value: device.sourceNetwork ?? t('devices:form.anyNetwork'),
                },
              ]
            : []),
          {
            label: t('devices:detail.clock'),
            value: (
              <>
                <Clock offsetMs={device.clockOffsetMs} />
                {device.clockMeasuredAt && (
                  <small className="device-words">
                    {' '}
                    <Dated>{t('devices:detail.clockMeasured', { at: companyTime(device.clockMeasuredAt) })}</Dated>
                  </small>
                )}
              </>
            ),
          },
          { label: t('devices:door.title'), value: device.doorMode && t(`devices:door.${device.doorMode}`) },
          { label: t('devices:detail.people'), value: <PeopleSummary device={device} /> },
        ]}
      />
      <DetailList
        title={t('devices:detail.section.hardware')}
        items={[
          { label: t('devices:column.ldid'), value: <CopyText text={device.ldid} what={t('devices:column.ldid')} /> },
          {
            label: t('devices:column.serialNumber'),
            value: <CopyText text={device.serialNumber} what={t('devices:column.serialNumber')} />,
          },
          { label: t('devices:column.type'), value: device.type },
          { label: t('devices:column.model'), value: device.model },
          { label: t('devices:column.manufacturer'), value: device.manufacturer },
          { label: t('devices:detail.createdAt'), value: companyTime(device.createdAt) },
          { label: t('devices:column.updatedAt'), value: companyTime(device.updatedAt) },
        ]}
      />
    </>
  )
}

/** The address of the device, and the one before. */
function Address({ device: { ip, previousIp, ipChangedAt } }: { device: Device }) {
  const t = useText()
  if (previousIp === null || ipChangedAt === null) return ip
  return (
    <>
      {ip}{' '}
      <small className="device-words">
        <Dated>{t('devices:detail.ipBefore', { ip: previousIp, at: companyTime(ipChangedAt) })}</Dated>
      </small>
    </>
  )
}

/** Within a second counts as the same: the measurement takes a round trip. */
const sameMs = 1_000

function Clock({ offsetMs }: { offsetMs: number | null }) {
  const t = useText()
  if (offsetMs === null) return t('devices:detail.clockUnknown')
  if (Math.abs(offsetMs) < sameMs) return t('devices:detail.clockExact')
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  const words = t(offsetMs > 0 ? 'devices:detail.clockAhead' : 'devices:detail.clockBehind', { seconds })
  return <StatusMark meaning="attention">{words}</StatusMark>
}

function PeopleSummary({ device: { people, personCapacity } }: { device: Device }) {
  const t = useText()
  const done = people.total - people.waiting - people.failed - people.noPortrait - people.keptOff
  return (
    <>
      {t('devices:detail.peopleSummary', { done, total: people.total })}
      {people.waiting > 0 && ` · ${t('devices:detail.peopleWaiting', { count: people.waiting })}`}
      {people.noPortrait > 0 && ` · ${t('devices:detail.peopleNoPortrait', { count: people.noPortrait })}`}
      {people.keptOff > 0 && ` · ${t('devices:detail.peopleKeptOff', { count: people.keptOff })}`}
      {people.failed > 0 && ` · ${t('devices:detail.peopleFailed', { count: people.failed })}`}
      {` · ${t('devices:people.capacity', { capacity: personCapacity })}`}
    </>
  )
}

/** The attendance area of this device; areas choose their devices on their own page. */
function DeviceAttendance({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <p className="device-words">{t('devices:attendance.text')}</p>
      <DetailList items={[{ label: t('devices:attendance.area'), value: device.attendanceArea?.name }]} />
      {can('attendance.read') && <Link to={pathTo('attendanceAreas')}>{t('devices:attendance.areas')}</Link>}
    </>
  )
}

/** The software of the device (DEV-05): application and firmware, as the device last reported them. */
function DeviceApp({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <DetailList
        title={t('devices:app.title')}
        items={[
          { label: t('devices:app.packageName'), value: device.app.packageName },
          { label: t('devices:app.versionName'), value: device.app.versionName },
          { label: t('devices:app.versionCode'), value: device.app.versionCode },
        ]}
      />
      <DetailList
        title={t('devices:app.firmware')}
        items={[
          { label: t('devices:column.firmwareVersion'), value: device.firmwareVersion },
          { label: t('devices:column.hardwareVersion'), value: device.hardwareVersion },
          { label: t('devices:column.model'), value: device.model },
          { label: t('devices:column.updatedAt'), value: companyTime(device.updatedAt) },
        ]}
      />
      {can('upgrade.read') && <DeviceUpgrades device={device} />}
    </>
  )
}
