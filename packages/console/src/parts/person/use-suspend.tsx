import { resumePeople, suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useMemo } from 'react'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, instantOf, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { laterFields, useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import './suspension.css'

/** The calendar comes once somebody chooses a moment: the lists do not load it. */
const UntilFields = laterFields(async () => (await import('./until-fields.tsx')).UntilFields)

/** One by name, or several by number. */
type People = { ids: string[]; name?: string }
type Before = Reply<typeof suspendPeople>['before']

const dayMs = 86_400_000

/** Suspends people at once, or until a moment, and ends that; each can be taken back for a while. */
export function useSuspend() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  return useMemo(() => {
    /** People who were suspended before are never free in between, nor after a call that fails. */
    const undoTo = (ids: string[], before: Before) => async () => {
      const lasting = before.filter(({ toAt }) => toAt === null || instantMs(toAt) > nowMs())
      for (const { personIds, fromAt, toAt, reason } of lasting) {
        const isAhead = instantMs(fromAt) > nowMs()
        await call(suspendPeople, { body: { personIds, toAt, reason, ...(isAhead && { fromAt }) } })
      }
      const suspended = new Set(lasting.flatMap(({ personIds }) => personIds))
      const free = ids.filter((id) => !suspended.has(id))
      if (free.length > 0) await call(resumePeople, { body: { personIds: free } })
    }

    const suspendUntil = ({ ids, name }: People, before: Before) => {
      let toAt: string | undefined = tomorrow()
      let reason = ''
      const count = ids.length
      confirm({
        title:
          name === undefined
            ? t('shared:suspension.untilTitleMany', { count })
            : t('shared:suspension.untilTitle', { name }),
        text: t('shared:suspension.untilText'),
        action: t('shared:suspension.untilAction'),
        extra: (
          <UntilFields
            start={toAt}
            onChange={(until, why) => {
              toAt = until
              reason = why
            }}
          />
        ),
        missing: () => (toAt === undefined ? t('shared:suspension.untilMissing') : undefined),
        run: async () => {
          if (toAt === undefined) return
          await call(suspendPeople, { body: { personIds: ids, toAt, reason } })
          const at = companyTime(toAt, 'minute')
          toast.done(
            name === undefined
              ? t('shared:suspension.suspendedManyUntil', { count, at })
              : t('shared:suspension.suspendedUntil', { name, at }),
            { undo: undoTo(ids, before) },
          )
        },
      })
    }

    const suspend = async ({ ids, name }: People, onDone?: () => void) => {
      try {
        const { people, before } = await callAndRefresh(suspendPeople, { body: { personIds: ids, toAt: null } })
        onDone?.()
        toast.done(
          name === undefined
            ? t('shared:suspension.suspendedMany', { count: people })
            : t('shared:suspension.suspended', { name }),
          {
            refine: {
              label: t('shared:suspension.until'),
              run: () => suspendUntil({ ids, ...(name !== undefined && { name }) }, before),
            },
            undo: undoTo(ids, before),
          },
        )
      } catch (error) {
        toast.failed(error)
      }
    }

    /** For a period that was chosen before; a refusal is the caller's to show. */
    const suspendFor = async (
      { ids, name }: Required<People>,
      period: { fromAt: string | undefined; toAt: string | null },
    ) => {
      const { fromAt, toAt } = period
      const { before } = await callAndRefresh(suspendPeople, {
        body: { personIds: ids, toAt, ...(fromAt && { fromAt }) },
      })
      const text =
        toAt === null
          ? t('shared:suspension.suspended', { name })
          : t('shared:suspension.suspendedUntil', { name, at: companyTime(toAt, 'minute') })
      toast.done(fromAt ? t('shared:suspension.suspendedFrom', { name, from: companyTime(fromAt, 'minute') }) : text, {
        undo: undoTo(ids, before),
      })
    }

    const resume = async ({ ids, name }: People, onDone?: () => void) => {
      try {
        const { people, before } = await callAndRefresh(resumePeople, { body: { personIds: ids } })
        onDone?.()
        if (people === 0) return toast.warned(t('shared:suspension.resumedNobody'))
        toast.done(
          name === undefined
            ? t('shared:suspension.resumedMany', { count: people })
            : t('shared:suspension.resumed', { name }),
          {
            undo: undoTo(
              before.flatMap(({ personIds }) => personIds),
              before,
            ),
          },
        )
      } catch (error) {
        toast.failed(error)
      }
    }
    return { suspend, suspendFor, resume }
  }, [t, confirm, toast])
}

/** A day from now, on the full minute. */
const tomorrow = () => instantOf(nowMs() - (nowMs() % 60_000) + dayMs)
