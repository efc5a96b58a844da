import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import './suspension.css'

type Standing = { suspension: PresentSuspension | null; hasLeft?: boolean; leavingOn?: string | null }

/** A name in a list that leads to the person's page; below it the word where doors refuse the person: suspended, or left. */
export function NameWithStanding({ to, name, suspension, hasLeft = false }: Standing & { to: string; name: string }) {
  const t = useText()
  const isSuspended = suspension?.hasBegun === true
  return (
    <span className="person-name">
      <Link className="list-link" to={to} title={name}>
        {name}
      </Link>
      {hasLeft && <StatusMark meaning="none">{t('shared:employment.left')}</StatusMark>}
      {isSuspended && <StatusMark meaning="bad">{t('shared:employment.suspended')}</StatusMark>}
    </span>
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
          <span>
            <Dated>{suspensionText(suspension, t)}</Dated>
          </span>
          {suspension.reason && <span>{t('shared:suspension.because', { reason: suspension.reason })}</span>}
        </p>
      )}
      {leavingOn !== null && (
        <p>
          <StatusMark meaning={hasLeft ? 'none' : 'waiting'}>
            {t(hasLeft ? 'shared:employment.left' : 'shared:employment.leaving')}
          </StatusMark>
          <span>
            <Dated>
              {t(hasLeft ? 'shared:employment.leftText' : 'shared:employment.leavingText', { day: leavingOn })}
            </Dated>
          </span>
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
