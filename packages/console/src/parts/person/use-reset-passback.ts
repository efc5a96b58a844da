import { resetPersonPassback } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { useCallback } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Asks, and then forgives one person: the next time they come in, anti-passback lets them. */
export function useResetPassback() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  return useCallback(
    ({ id, name }: { id: string; name: string }) =>
      confirm({
        title: t('shared:passback.title', { name }),
        text: t('shared:passback.text'),
        action: t('shared:passback.reset'),
        run: async () => {
          await callAndRefresh(resetPersonPassback, { params: { id } })
          toast.done(t('shared:passback.done', { name }))
        },
      }),
    [t, confirm, toast],
  )
}
