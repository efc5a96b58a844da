import {
  type BlacklistEntry,
  deleteBlacklisted,
  type MoveOutResult,
  moveOutOfBlacklist,
} from '@gatehouse/contract/features/blacklist.ts'
import { App } from 'antd'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

type Named = Pick<BlacklistEntry, 'id' | 'name'>

/** Why this person is not for the caller to change; undefined when they are. The server says the same. */
export function useChangeBarrier() {
  const t = useText()
  const can = useCan()
  return useCallback(
    ({ originalKind }: Pick<BlacklistEntry, 'originalKind'>) =>
      originalKind === 'staff' && !can('staff.write') ? t('blacklist:action.notYours') : undefined,
    [t, can],
  )
}

/** Moves people out after asking, and says what could not be given back. */
export function useMoveOut() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  const { modal } = App.useApp()

  const tell = useCallback(
    ({ restored, withoutOriginal }: MoveOutResult) => {
      if (restored.length > 0) toast.done(t('blacklist:movedOut', { count: restored.length }))
      const lines = [
        ...restored.flatMap(({ name: person, missing }) =>
          missing.map(({ what, name }) =>
            t(`blacklist:result.missing.${what}`, { person, name: what === 'group' ? groupName(name, t) : name }),
          ),
        ),
        ...withoutOriginal.map(({ name }) => t('blacklist:result.withoutOriginal', { name })),
      ]
      if (lines.length === 0) return
      void modal.info({
        title: t('blacklist:result.title'),
        content: (
          <ul className="blacklist-result">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ),
        okText: t('blacklist:result.close'),
        icon: null,
        centered: true,
      })
    },
    [modal, t, toast],
  )
  const run = useCallback(
    async (ids: string[], after?: () => void) => {
      const result = await call(moveOutOfBlacklist, { body: { ids } })
      // Leaves the page of a deleted person first.
      after?.()
      tell(result)
    },
    [tell],
  )
  const one = useCallback(
    ({ id, name }: Named, after?: () => void) =>
      confirm({
        title: t('blacklist:confirm.outTitle', { name }),
        text: t('blacklist:confirm.outText'),
        action: t('blacklist:confirm.outButton', { name }),
        ends: [id],
        run: () => run([id], after),
      }),
    [confirm, t, run],
  )
  const many = useCallback(
    (ids: string[], after?: () => void) =>
      confirm({
        title: t('blacklist:confirm.outManyTitle', { count: ids.length }),
        text: t('blacklist:confirm.outText'),
        action: t('blacklist:action.moveOutMany', { count: ids.length }),
        run: () => run(ids, after),
      }),
    [confirm, t, run],
  )
  return { one, many }
}

/** Deletes people for good after asking. */
export function useDeleteBlacklisted() {
  const t = useText()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const run = useCallback(
    async (ids: string[], after?: () => void) => {
      const { deleted } = await call(deleteBlacklisted, { body: { ids } })
      after?.()
      toast.done(t('blacklist:deleted', { count: deleted }))
    },
    [toast, t],
  )
  const one = useCallback(
    ({ id, name }: Named, after?: () => void) =>
      confirmDelete({
        title: t('blacklist:confirm.deleteTitle', { name }),
        text: t('blacklist:confirm.deleteText'),
        action: t('blacklist:confirm.deleteButton', { name }),
        ends: [id],
        run: () => run([id], after),
      }),
    [confirmDelete, t, run],
  )
  const many = useCallback(
    (ids: string[], after?: () => void) =>
      confirmDelete({
        title: t('blacklist:confirm.deleteManyTitle', { count: ids.length }),
        text: t('blacklist:confirm.deleteText'),
        action: t('blacklist:action.deleteMany', { count: ids.length }),
        ends: ids,
        run: () => run(ids, after),
      }),
    [confirmDelete, t, run],
  )
  return { one, many }
}
