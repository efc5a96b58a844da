import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import './suspension.css'

type Standing = { suspension: PresentSuspension | null; hasLeft?: boolean; leavingOn?: string | null }

/** The words beside a name where doors refuse the person: suspended, or left. */
export function StandingMarks({ suspension, hasLeft = false }: Standing) {
  const t = useText()
  return (
    <>
      {hasLeft && <StatusMark meaning="none">{t('shared:employment.left')}</StatusMark>}
      {suspension?.hasBegun === true && <StatusMark meaning="bad">{t('shared:employment.suspended')}</StatusMark>}
    </>
  )
}

/** A sentence on a person's page for each thing that shuts doors, or will. */
export function PersonStanding({ suspension, hasLeft = false, leavingOn = null }: Standing) {
  const t = useText()
  return (
    <div className="person-standing" role="status">
      {suspension && (
        <p>
          <StatusMark meaning={suspension.hasBegun ? 'bad' : 'attention'}>
            {t(suspension.hasBegun ? 'shared:employment.suspended' : 'shared:employment.suspendedLater')}
          </StatusMark>
          <Dated>{suspensionText(suspension, t)}</Dated>
          {suspension.reason && <span>{t('shared:suspension.because', { reason: suspension.reason })}</span>}
        </p>
      )}
      {leavingOn !== null && (
        <p>
          <StatusMark meaning={hasLeft ? 'none' : 'waiting'}>
            {t(hasLeft ? 'shared:employment.left' : 'shared:employment.leaving')}
          </StatusMark>
          <Dated>
            {t(hasLeft ? 'shared:employment.leftText' : 'shared:employment.leavingText', { day: leavingOn })}
          </Dated>
        </p>
      )}
    </div>
  )
}

function suspensionText({ fromAt, toAt, createdBy: by, hasBegun }: PresentSuspension, t: ReturnType<typeof useText>) {
  const from = companyTime(fromAt, 'minute')
  if (toAt === null) return t(hasBegun ? 'shared:suspension.since' : 'shared:suspension.later', { from, by })
  const to = companyTime(toAt, 'minute')
  return t(hasBegun ? 'shared:suspension.sinceUntil' : 'shared:suspension.laterUntil', { from, to, by })
}
