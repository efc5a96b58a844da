import {
  acknowledgeAlarms,
  assignAlarms,
  releaseAlarms,
  releaseOutcomes,
  type ReleaseOutcome,
} from '@gatehouse/contract/features/alarms.ts'
import { useCallback } from 'react'
import { call } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { laterFields, useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

const HandlerChoice = laterFields(async () => (await import('./alarm-choices.tsx')).HandlerChoice)
const ReleaseReason = laterFields(async () => (await import('./alarm-choices.tsx')).ReleaseReason)

/** The actions of one alarm or several. `then` runs when it is done (the selection ends). */
export function useAlarmActions() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()

  const acknowledge = useCallback(
    (ids: string[], then?: () => void) => {
      call(acknowledgeAlarms, { body: { ids } }).then(({ acknowledged }) => {
        then?.()
        toast.done(acknowledged > 0 ? t('alarms:acknowledged', { count: acknowledged }) : t('alarms:acknowledgedNone'))
      }, toast.failed)
    },
    [t, toast],
  )

  const assign = useCallback(
    (ids: string[], then?: () => void) => {
      const chosen: { handlerId: string | null } = { handlerId: null }
      confirm({
        title: t('alarms:assign.title', { count: ids.length }),
        text: t('alarms:assign.text'),
        action: t('alarms:assign.button'),
        extra: <HandlerChoice onChange={(handlerId) => (chosen.handlerId = handlerId)} />,
        run: async () => {
          const { assigned } = await call(assignAlarms, { body: { ids, handlerId: chosen.handlerId } })
          then?.()
          toast.done(assigned > 0 ? t('alarms:assign.done', { count: assigned }) : t('alarms:assign.none'))
        },
      })
    },
    [t, confirm, toast],
  )

  const release = useCallback(
    (ids: string[], then?: () => void) => {
      const given = { reason: '' }
      confirm({
        title: t('alarms:release.title', { count: ids.length }),
        text: t('alarms:release.text'),
        action: t('alarms:release.button', { count: ids.length }),
        extra: <ReleaseReason onChange={(reason) => (given.reason = reason)} />,
        run: async () => {
          const reason = given.reason.trim()
          const { results } = await call(releaseAlarms, { body: { ids, ...(reason ? { reason } : {}) } })
          then?.()
          toast.done(outcomeText(results, t))
        },
      })
    },
    [t, confirm, toast],
  )
  return { acknowledge, assign, release }
}

/** "2 released · 1 releases itself once its cause has gone" */
const outcomeText = (results: readonly { outcome: ReleaseOutcome }[], t: Text) =>
  releaseOutcomes
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => t(`alarms:release.outcome.${outcome}`, { count }))
    .join(' · ')
