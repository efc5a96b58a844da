import { deleteVisitors, extendVisits, groupVisitors } from '@gatehouse/contract/features/visitors.ts'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterFields, useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { startingPeriod } from './visitor-period.ts'

/** The fields of the dialogs come with the first of them. */
const EndChoice = laterFields(async () => (await import('./visitor-choices.tsx')).EndChoice)
const GroupChoice = laterFields(async () => (await import('./visitor-choices.tsx')).GroupChoice)

/** The actions for one visitor or several that ask for confirmation. */
export function useVisitorActions() {
  const t = useText()
  const confirm = useConfirm()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  return useMemo(() => {
    const finish = (said: string, after?: () => void) => {
      after?.()
      toast.done(said)
    }
    return {
      deleteOne: ({ id, name }: { id: string; name: string }, after?: () => void) =>
        confirmDelete({
          title: t('visitors:confirm.one', { name }),
          text: t('visitors:confirm.text'),
          action: t('visitors:confirm.buttonOne', { name }),
          ends: [id],
          run: async () => {
            await call(deleteVisitors, { body: { ids: [id] } })
            finish(t('visitors:deletedOne', { name }), after)
          },
        }),
      deleteMany: (ids: string[], after: () => void) =>
        confirmDelete({
          title: t('visitors:confirm.many', { count: ids.length }),
          text: t('visitors:confirm.text'),
          action: t('visitors:action.deleteMany', { count: ids.length }),
          ends: ids,
          run: async () => {
            const { deleted } = await call(deleteVisitors, { body: { ids } })
            finish(t('visitors:deleted', { count: deleted }), after)
          },
        }),
      extendMany: (ids: string[], after: () => void) => {
        let validToAt = startingPeriod().validToAt
        confirm({
          title: t('visitors:confirm.extend'),
          text: t('visitors:confirm.extendText'),
          action: t('visitors:action.extendMany', { count: ids.length }),
          extra: (
            <EndChoice label={t('visitors:confirm.extend')} start={validToAt} onChange={(at) => (validToAt = at)} />
          ),
          run: async () => {
            const { changed } = await call(extendVisits, { body: { ids, validToAt } })
            if (changed === 0) return toast.warned(t('visitors:extendedNone'))
            finish(t('visitors:extended', { count: changed }), after)
          },
        })
      },
      groupMany: (ids: string[], after: () => void) => {
        let groupIds: string[] = []
        confirm({
          title: t('visitors:confirm.group'),
          text: t('visitors:confirm.groupText'),
          action: t('visitors:action.groupMany', { count: ids.length }),
          extra: <GroupChoice label={t('visitors:confirm.group')} onChange={(chosen) => (groupIds = chosen)} />,
          missing: () => (groupIds.length === 0 ? t('visitors:confirm.groupMissing') : undefined),
          run: async () => {
            const { changed } = await call(groupVisitors, { body: { ids, groupIds } })
            finish(t('visitors:grouped', { count: changed }), after)
          },
        })
      },
    }
  }, [t, confirm, confirmDelete, toast])
}
