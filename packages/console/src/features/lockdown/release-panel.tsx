import {
  askLockdownRelease,
  type LockdownState,
  minutesUntilAlone,
  releaseLockdown,
} from '@gatehouse/contract/features/lockdown.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { useUser } from '../../lib/session.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { lockdownStateQuery } from './lockdown-queries.ts'
import { sinceOf, whatOf } from './lockdown-words.ts'
import './lockdown.css'

const reasonId = 'release-reason'

/** Releases a lockdown with a reason; where two people are needed, says whose turn it is and how long one alone has to wait. */
export function ReleasePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText()
  const state = useQuery(lockdownStateQuery(id))
  return (
    <DetailPanel
      title={state.data ? t('lockdown:release.title', { what: whatOf(state.data, t) }) : t('lockdown:action.release')}
      width={480}
      onClose={onClose}
      onShown={() => document.getElementById(reasonId)?.focus({ preventScroll: true })}
    >
      {state.data ? (
        <Release lockdown={state.data} onClose={onClose} />
      ) : state.error ? (
        <ErrorPanel error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <DetailSkeleton lines={4} />
      )}
    </DetailPanel>
  )
}

function Release({ lockdown, onClose }: { lockdown: LockdownState; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const [reason, setReason] = useState('')
  const turn = useTurn(lockdown)
  const { id, releaseAskedAt, needsTwoPeople } = lockdown
  const what = whatOf(lockdown, t)
  const input = { params: { id }, body: { reason: reason.trim() } }
  const isMissing = reason.trim() === ''
  const release = async () => {
    await callAndRefresh(releaseLockdown, input)
    onClose()
  }
  const ask = async () => {
    try {
      await callAndRefresh(askLockdownRelease, input)
    } catch (error) {
      toast.failed(error)
    }
  }
  return (
    <div className="lockdown-release">
      <p>{t('lockdown:release.text')}</p>
      {turn.kind === 'ask' && <p>{t('lockdown:release.askText')}</p>}
      {releaseAskedAt !== null && needsTwoPeople && <WhoAsked lockdown={lockdown} />}
      {turn.kind === 'wait' && turn.leftMs !== null && (
        <p role="timer">{t('lockdown:release.aloneLater', { left: clockOf(turn.leftMs) })}</p>
      )}
      {turn.kind === 'alone' && <p role="status">{t('lockdown:release.aloneNow')}</p>}
      {turn.kind !== 'wait' && (
        <>
          <label htmlFor={reasonId}>{t('lockdown:release.reason')}</label>
          <Input
            id={reasonId}
            value={reason}
            maxLength={255}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
          {isMissing && <small className="lockdown-quiet">{t('lockdown:release.missing')}</small>}
          {turn.kind === 'ask' ? (
            <Button disabled={isMissing} onClick={() => void ask()}>
              {t('lockdown:release.ask')}
            </Button>
          ) : (
            <HoldButton
              action={t('lockdown:release.act', { what })}
              label={t('lockdown:release.hold')}
              done={t('lockdown:release.done')}
              look="main"
              isDisabled={isMissing}
              run={release}
            />
          )}
        </>
      )}
    </div>
  )
}

function WhoAsked({ lockdown: { releaseAskedAt, releaseAskedBy, releaseAskedById } }: { lockdown: LockdownState }) {
  const t = useText()
  const user = useUser()
  const at = sinceOf(releaseAskedAt ?? '')
  if (releaseAskedById === user?.id) return <p>{t('lockdown:release.askedByMe', { at })}</p>
  return <p>{t('lockdown:release.askedBy', { at, by: releaseAskedBy ?? '' })}</p>
}

type Turn = { kind: 'release' | 'ask' | 'alone' } | { kind: 'wait'; leftMs: number | null }

/** The step that this person may take; it changes by itself when the time of waiting is over. */
function useTurn({ releaseAskedAt, releaseAskedById, needsTwoPeople }: LockdownState): Turn {
  const user = useUser()
  const [now, setNow] = useState(nowMs)
  const isWaiting = needsTwoPeople && releaseAskedAt !== null && releaseAskedById === user?.id
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(nowMs()), 1_000)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (!needsTwoPeople) return { kind: 'release' }
  // An application that has asked is no person.
  if (releaseAskedAt === null || releaseAskedById === null) return { kind: 'ask' }
  if (!isWaiting) return { kind: 'release' }
  if (user?.role.name !== 'superAdmin') return { kind: 'wait', leftMs: null }
  const leftMs = instantMs(releaseAskedAt) + minutesUntilAlone * 60_000 - now
  return leftMs > 0 ? { kind: 'wait', leftMs } : { kind: 'alone' }
}

/** Minutes and seconds. */
function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
