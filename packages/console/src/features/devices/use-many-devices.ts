import { deleteDevice, sendCommands, restartWaitMinutes } from '@gatehouse/contract/features/devices.ts'
import { useMemo } from 'react'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** The actions for several devices at once. */
export function useManyDevices() {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const confirmDelete = useConfirmDelete()
  return useMemo(() => {
    const sendAll = async (kind: 'restart' | 'sync-now', deviceIds: string[], clear: () => void) => {
      const { sent, offline, unable } = await call(sendCommands, { body: { deviceIds, kind } })
      toast.done(
        offline > 0 ? t('devices:many.sentOffline', { sent, count: offline }) : t('devices:many.sent', { count: sent }),
      )
      if (unable > 0) toast.warned(t('devices:many.sentUnable', { count: unable }))
      clear()
    }
    return {
      send: (kind: 'restart' | 'sync-now', deviceIds: string[], clear: () => void) =>
        sendAll(kind, deviceIds, clear).catch(toast.failed),
      restart: (deviceIds: string[], clear: () => void) =>
        void confirm({
          title: t('devices:many.restartTitle', { count: deviceIds.length }),
          text: t('devices:many.restartText', { minutes: restartWaitMinutes }),
          action: t('devices:many.restart', { count: deviceIds.length }),
          run: () => sendAll('restart', deviceIds, clear),
        }),
      unbind: (deviceIds: string[], clear: () => void) =>
        void confirmDelete({
          title: t('devices:many.unbindTitle', { count: deviceIds.length }),
          text: t('devices:many.unbindText'),
          action: t('devices:many.unbind', { count: deviceIds.length }),
          ends: deviceIds,
          run: async () => {
            // One by one: each leaves its own line in the operation log.
            const failures: unknown[] = []
            for (const id of deviceIds)
              await callAndRefresh(deleteDevice, { params: { id } }).catch((error: unknown) => failures.push(error))
            clear()
            if (failures.length === 0) toast.done(t('devices:many.unbindDone', { count: deviceIds.length }))
            else toast.failed(failures[0])
          },
        }),
    }
  }, [t, toast, confirm, confirmDelete])
}
