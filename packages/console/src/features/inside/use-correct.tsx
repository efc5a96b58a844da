import { correctLocations } from '@gatehouse/contract/features/inside.ts'
import { useMemo } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { laterFields, useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import type { Correction } from './correct-fields.tsx'

const CorrectFields = laterFields(async () => (await import('./correct-fields.tsx')).CorrectFields)

/** One by name, or several by number. */
type People = { ids: string[]; name?: string }

/** Asks where people really are, and why somebody says so. */
export function useCorrect() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  return useMemo(
    () =>
      ({ ids, name }: People, onDone: () => void) => {
        let correction: Correction = { areaId: null, reason: '' }
        const missing = () => {
          if (correction.areaId === undefined) return t('inside:correct.areaMissing')
          return correction.reason.trim() === '' ? t('inside:correct.reasonMissing') : undefined
        }
        confirm({
          title:
            name === undefined
              ? t('inside:correct.titleMany', { count: ids.length })
              : t('inside:correct.title', { name }),
          text: t('inside:correct.text'),
          action: t('inside:correct.action'),
          extra: (
            <CorrectFields
              onChange={(next) => {
                correction = next
              }}
            />
          ),
          missing,
          run: async () => {
            const { areaId = null, reason } = correction
            const { count } = await callAndRefresh(correctLocations, { body: { personIds: ids, areaId, reason } })
            toast.done(
              name === undefined ? t('inside:correct.doneMany', { count }) : t('inside:correct.done', { name }),
            )
            onDone()
          },
        })
      },
    [t, confirm, toast],
  )
}
