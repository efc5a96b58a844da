import { commandLiveDoor, type doorCommandKinds, type LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Tells all devices of a door what to do; says which of them were offline when it was to open. */
export function useDoorCommand({ id, name }: Pick<LiveDoor, 'id' | 'name'>) {
  const t = useText()
  const toast = useToast()
  return async (kind: (typeof doorCommandKinds)[number], reason?: string) => {
    const { offline } = await callAndRefresh(commandLiveDoor, { params: { id }, body: { kind, reason } })
    if (kind === 'open-once' && offline > 0) toast.warned(t('house:someOffline', { count: offline, door: name }))
  }
}

/** Nobody opens a door that hears nothing. */
export const isWithinReach = ({ mark }: Pick<LiveDoor, 'mark'>) => mark !== 'offline' && mark !== 'no-reader'
