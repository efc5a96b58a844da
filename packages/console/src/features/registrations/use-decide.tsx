import { approveRegistrations, rejectRegistrations } from '@gatehouse/contract/features/registrations.ts'
import { useCallback, useMemo, useRef } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { laterFields, useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

const RejectionReason = laterFields(async () => (await import('./rejection-reason.tsx')).RejectionReason)

type Results = readonly { id: string; code: string | null }[]

/** Approves or rejects registrations, after a question; says how many were decided and how many were not. */
export function useDecide() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  const reason = useRef('')

  const tell = useCallback(
    (results: Results, text: 'approved' | 'rejected') => {
      const done = results.filter(({ code }) => code === null).length
      const left = results.length - done
      const words = sentences(
        done > 0 && t(`registrations:${text}`, { count: done }),
        left > 0 && t('registrations:notDone', { count: left }),
      )
      toast[left > 0 ? 'warned' : 'done'](words)
    },
    [t, toast],
  )

  return useMemo(
    () => ({
      approve: (ids: readonly string[], after: () => void) =>
        void confirm({
          title: `${t('registrations:approveMany', { count: ids.length })}?`,
          text: t('registrations:approveText'),
          action: t('registrations:approveMany', { count: ids.length }),
          run: async () => {
            tell(await call(approveRegistrations, { body: { ids: [...ids] } }), 'approved')
            after()
          },
        }),
      reject: (ids: readonly string[], after: () => void) => {
        reason.current = ''
        void confirm({
          title: `${t('registrations:rejectMany', { count: ids.length })}?`,
          action: t('registrations:rejectMany', { count: ids.length }),
          extra: <RejectionReason onChange={(given) => (reason.current = given)} />,
          missing: () => (reason.current.trim() === '' ? t('registrations:reasonRequired') : undefined),
          run: async () => {
            const body = { ids: [...ids], reason: reason.current }
            tell(await call(rejectRegistrations, { body }), 'rejected')
            after()
          },
        })
      },
    }),
    [confirm, t, tell],
  )
}
