import { commandKinds } from '@gatehouse/contract/device/commands.ts'
import {
  type Device,
  type DeviceCommand,
  sendCommand,
  restartWaitMinutes,
} from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
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
import { DeviceLacks } from './device-lacks.tsx'
import { deviceCommandsQuery } from './device-queries.ts'
import { outcomeText } from './outcome-text.ts'

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

function useSend(device: Device) {
  const t = useText()
  const toast = useToast()
  return async (kind: 'restart' | 'sync-now') => {
    await callAndRefresh(sendCommand, { params: { id: device.id }, body: { kind } })
    toast.done(t('devices:command.sent', { command: t(`devices:command.kind.${kind}`), name: device.name }))
  }
}

/** Restarts the device once somebody has confirmed it; undefined where it cannot, or the reader may not. */
export function useRestart(device: Device): (() => void) | undefined {
  const t = useText()
  const can = useCan()
  const confirm = useConfirm()
  const send = useSend(device)
  if (!can('device.control') || device.capabilities.commands.restart !== null) return undefined
  return () =>
    void confirm({
      title: t('devices:command.restartTitle', { name: device.name }),
      text: (
        <>
          {t('devices:command.restartText')}
          {!device.isOnline && (
            <>
              <br />
              {t('devices:command.restartOffline', { minutes: restartWaitMinutes })}
            </>
          )}
        </>
      ),
      action: t('devices:command.restartButton'),
      run: () => send('restart'),
    })
}

function CommandButtons({ device }: { device: Device }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const can = useCan()
  const send = useSend(device)
  const restart = useRestart(device)
  const { commands, keepsPeople } = device.capabilities
  const clear = () =>
    confirm(
      {
        title: t('devices:command.clearTitle', { name: device.name }),
        text: t('devices:command.clearText'),
        action: t('devices:command.clearButton'),
        run: async () => {
          await callAndRefresh(sendCommand, { params: { id: device.id }, body: { kind: 'unbind' } })
          toast.done(t('devices:command.clearSent', { name: device.name }))
        },
      },
      { isDangerous: true },
    )
  return (
    <>
      <div className="device-commands">
        {commands['sync-now'] === null && (
          <Button onClick={() => send('sync-now').catch(toast.failed)}>{t('devices:action.syncNow')}</Button>
        )}
        {restart && <Button onClick={restart}>{t('devices:action.restart')}</Button>}
        {keepsPeople && can('device.write') && <Button onClick={clear}>{t('devices:command.clearButton')}</Button>}
        {!device.isOnline && <p className="device-offline">{t('devices:offlineReason')}</p>}
      </div>
      <DeviceLacks lacks={commands} names={commandKinds} nameOf={(kind) => t(`devices:command.kind.${kind}`)} />
    </>
  )
}

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
      {command.state === 'expired' && (
        <small>
          <Dated>{t('devices:command.expired', { at: companyTime(command.expiresAt) })}</Dated>
        </small>
      )}
      {command.reason && <small>{t('devices:command.reason', { reason: command.reason })}</small>}
      {command.result && <small>{t('devices:command.result', { result: outcomeText(command.result, t) })}</small>}
    </li>
  )
}
