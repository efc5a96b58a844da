import {
  type Device,
  type DeviceCommand,
  sendCommand,
  restartWaitMinutes,
} from '@gatehouse/contract/features/devices.ts'
import type { CommandKind } from '@gatehouse/contract/device/commands.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useRef } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { deviceCommandsQuery } from './device-queries.ts'

const meanings = { waiting: 'waiting', done: 'good', failed: 'bad', expired: 'attention' } as const

/** The commands that can be sent to the device, and their outcomes. */
export function DeviceCommands({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(deviceCommandsQuery(device.id))
  return (
    <>
      {can('device.control') && <CommandButtons device={device} />}
      <section className="detail-section">
        <h2>{t('devices:command.history')}</h2>
        {error && !data ? (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton active />
        ) : data.items.length === 0 ? (
          <EmptyState isSmall title={t('devices:command.emptyTitle')} text={t('devices:command.emptyText')} />
        ) : (
          <ul className="device-command-list" aria-live="polite">
            {data.items.map((command) => (
              <Command key={command.id} command={command} />
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

function CommandButtons({ device }: { device: Device }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const reason = useRef('')
  const send = async (kind: CommandKind) => {
    const body = { kind, ...(reason.current.trim() ? { reason: reason.current.trim() } : {}) }
    await callAndRefresh(sendCommand, { params: { id: device.id }, body })
    toast.done(t('devices:command.sent', { command: t(`devices:command.kind.${kind}`), name: device.name }))
  }
  /** Asks first, with a reason where somebody may want to know it later. */
  const ask = (kind: AskedKind) => {
    reason.current = ''
    confirm({
      title: t(`devices:command.${kind}Title`, { name: device.name }),
      text: (
        <>
          {t(`devices:command.${kind}Text`)}
          {!device.isOnline && (
            <>
              <br />
              {kind === 'restart'
                ? t('devices:command.restartOffline', { minutes: restartWaitMinutes })
                : t('devices:command.offlineText')}
            </>
          )}
        </>
      ),
      action: t(`devices:command.${kind}Button`),
      ...(kind !== 'restart' && {
        extra: (
          <Input
            aria-label={t('devices:command.openReason')}
            placeholder={t('devices:command.openReason')}
            maxLength={255}
            onChange={({ target }) => (reason.current = target.value)}
          />
        ),
      }),
      run: () => send(kinds[kind]),
    })
  }
  const isHeld = device.doorMode !== null && device.doorMode !== 'normal'
  return (
    <div className="device-commands">
      <Button type="primary" disabled={!device.isOnline} onClick={() => ask('open')}>
        {t('devices:action.openOnce')}
      </Button>
      <Button onClick={() => ask('holdOpen')}>{t('devices:command.kind.hold-open')}</Button>
      <Button onClick={() => ask('holdClosed')}>{t('devices:command.kind.hold-closed')}</Button>
      <Button type={isHeld ? 'primary' : 'default'} onClick={() => send('normal').catch(toast.failed)}>
        {t('devices:command.kind.normal')}
      </Button>
      <Button onClick={() => send('sync-now').catch(toast.failed)}>{t('devices:action.syncNow')}</Button>
      <Button onClick={() => ask('restart')}>{t('devices:action.restart')}</Button>
      {device.doorMode && (
        <p className="device-offline">
          {t('devices:door.title')}{' '}
          <StatusMark meaning={isHeld ? 'attention' : 'good'}>{t(`devices:door.${device.doorMode}`)}</StatusMark>
        </p>
      )}
      {!device.isOnline && <p className="device-offline">{t('devices:offlineReason')}</p>}
    </div>
  )
}

const kinds = { open: 'open-once', holdOpen: 'hold-open', holdClosed: 'hold-closed', restart: 'restart' } as const
type AskedKind = keyof typeof kinds

function Command({ command }: { command: DeviceCommand }) {
  const t = useText()
  return (
    <li>
      <strong>{t(`devices:command.kind.${command.kind}`)}</strong>{' '}
      <StatusMark meaning={meanings[command.state]}>{t(`devices:command.state.${command.state}`)}</StatusMark>
      <small>
        <Instant at={command.createdAt} /> · {t('devices:command.by', { name: command.createdBy })}
      </small>
      {command.state === 'waiting' && (
        <small>
          <Dated>{t('devices:command.waitsUntil', { at: companyTime(command.expiresAt) })}</Dated>
        </small>
      )}
      {command.reason && <small>{t('devices:command.reason', { reason: command.reason })}</small>}
      {command.result && <small>{t('devices:command.result', { result: command.result })}</small>}
    </li>
  )
}
