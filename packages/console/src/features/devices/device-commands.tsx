import { type Device, type DeviceCommand, sendCommand } from '@gatehouse/contract/features/devices.ts'
import type { CommandKind } from '@gatehouse/contract/device/commands.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { formatInstant } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { useToast } from '../../ui/toast.tsx'
import { deviceCommandsQuery } from './device-queries.ts'

const meanings = { waiting: 'waiting', done: 'good', failed: 'bad', expired: 'attention' } as const

/** What can be asked of the device from here, and what became of it. */
export function DeviceCommands({ device }: { device: Device }) {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(deviceCommandsQuery(device.id))
  return (
    <>
      {can('device.control') && <CommandButtons device={device} />}
      <h3>{t('devices:command.history')}</h3>
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
    await call(sendCommand, { params: { id: device.id }, body })
    await queryClient.invalidateQueries({ queryKey: ['commands', device.id] })
    toast.done(t('devices:command.sent', { command: t(`devices:command.kind.${kind}`), name: device.name }))
  }
  const askToOpen = () => {
    reason.current = ''
    confirm({
      title: t('devices:command.openTitle', { name: device.name }),
      text: t('devices:command.openText'),
      deed: t('devices:command.openDeed'),
      extra: (
        <Input
          aria-label={t('devices:command.openReason')}
          placeholder={t('devices:command.openReason')}
          maxLength={255}
          onChange={({ target }) => (reason.current = target.value)}
        />
      ),
      run: () => send('open-once'),
    })
  }
  const askToRestart = () => {
    reason.current = ''
    confirm({
      title: t('devices:command.restartTitle', { name: device.name }),
      text: t('devices:command.restartText'),
      deed: t('devices:command.restartDeed'),
      run: () => send('restart'),
    })
  }
  return (
    <div className="device-commands">
      <Button type="primary" disabled={!device.isOnline} onClick={askToOpen}>
        {t('devices:action.openOnce')}
      </Button>
      <Button onClick={() => send('sync-now').catch(toast.failed)}>{t('devices:action.syncNow')}</Button>
      <Button onClick={askToRestart}>{t('devices:action.restart')}</Button>
      {!device.isOnline && <p className="device-offline">{t('devices:offlineReason')}</p>}
    </div>
  )
}

function Command({ command }: { command: DeviceCommand }) {
  const t = useText()
  return (
    <li>
      <strong>{t(`devices:command.kind.${command.kind}`)}</strong>{' '}
      <StatusMark meaning={meanings[command.state]}>{t(`devices:command.state.${command.state}`)}</StatusMark>
      <small>
        {formatInstant(command.createdAt)} · {t('devices:command.by', { name: command.createdBy })}
      </small>
      {command.reason && <small>{t('devices:command.reason', { reason: command.reason })}</small>}
      {command.result && <small>{t('devices:command.result', { result: command.result })}</small>}
    </li>
  )
}
