import { commandLiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { beginLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { createVisitor, deleteVisitors, getVisitor, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useSuspend } from '../../parts/person/use-suspend.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { Deed, DoorCommand } from './option.ts'

type DeedOf<Kind extends Deed['kind']> = Extract<Deed, { kind: Kind }>

/** The command that brings a door back to how it was held. */
const before = { 'held-open': 'hold-open', 'held-closed': 'hold-closed' } as const

/** Does what an option says. A refusal is thrown: the palette stays open and shows it. */
export function useDeeds() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const { suspendFor, resume } = useSuspend()
  return useMemo(() => {
    const commandDoor = async ({ command, door, reason }: DeedOf<'door'>) => {
      const send = (kind: DoorCommand, why = reason) =>
        callAndRefresh(commandLiveDoor, { params: { id: door.id }, body: { kind, reason: why } })
      const { offline } = await send(command)
      if (offline > 0) toast.warned(t('palette:someOffline', { count: offline, door: door.name }))
      if (command === 'open-once') return
      const back = door.held === null ? 'normal' : before[door.held]
      toast.done(
        t(`palette:doorDone.${command}`, { door: door.name }),
        back === command ? {} : { undo: () => send(back, reason ?? t('palette:undoReason')) },
      )
    }
    const show = (id: string) => ({
      label: t('palette:visitor.show'),
      run: () => void navigate(pathTo('visitorDetail', { query: { id } })),
    })
    const addVisitor = async ({ name, hostId, validFromAt, validToAt }: DeedOf<'visitor'>) => {
      const { id } = await callAndRefresh(createVisitor, { body: { name, hostId, validFromAt, validToAt } })
      toast.done(t('palette:visitor.added', { name, to: companyTime(validToAt, 'minute') }), {
        refine: show(id),
        undo: () => call(deleteVisitors, { body: { ids: [id] } }),
      })
    }
    const visitAgain = async ({ visitor, hostId, validFromAt, validToAt }: DeedOf<'visitAgain'>) => {
      const { id, name, validFromAt: fromBefore, validToAt: toBefore, hostId: hostBefore } = visitor
      const { version } = await call(getVisitor, { params: { id } })
      await callAndRefresh(updateVisitor, { params: { id }, body: { hostId, validFromAt, validToAt, version } })
      toast.done(t('palette:visitor.added', { name, to: companyTime(validToAt, 'minute') }), {
        refine: show(id),
        undo: () =>
          call(updateVisitor, {
            params: { id },
            body: { hostId: hostBefore, validFromAt: fromBefore, validToAt: toBefore },
          }),
      })
    }
    return async (deed: Deed): Promise<unknown> => {
      switch (deed.kind) {
        case 'door':
          return commandDoor(deed)
        case 'suspend': {
          const { person, fromAt, toAt } = deed
          return suspendFor({ ids: [person.id], name: person.name }, { fromAt, toAt })
        }
        case 'resume':
          return resume({ ids: [deed.person.id], name: deed.person.name })
        case 'visitor':
          return addVisitor(deed)
        case 'visitAgain':
          return visitAgain(deed)
        case 'lockdown': {
          const { lockdown: kind, scope } = deed
          return callAndRefresh(beginLockdown, { body: { kind, scope, level: null, reason: null, exemptGroupIds: [] } })
        }
      }
    }
  }, [t, toast, navigate, suspendFor, resume])
}
