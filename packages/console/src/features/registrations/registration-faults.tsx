import type { EnrolmentFault, Registration } from '@gatehouse/contract/features/registrations.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Why somebody who was enrolled at a terminal was not taken, and what to do; nothing for anybody else. */
export function RegistrationFaults({ registration }: { registration: Registration }) {
  const t = useText()
  const { refusedFor, decidedBy } = registration
  if (refusedFor.length === 0) return null
  return (
    <Notice kind="attention" title={t('registrations:fault.title', { device: decidedBy ?? '' })}>
      {refusedFor.map((fault) => (
        <p key={fault}>{adviceOf(fault, t)}</p>
      ))}
      <p>{t(`registrations:fault.${refusedFor.includes('no-consent') ? 'askFirst' : 'again'}`)}</p>
    </Notice>
  )
}

const adviceOf = (fault: EnrolmentFault, t: Text): string =>
  fault === 'unreadable' || fault === 'too-large' || fault === 'no-consent'
    ? t(`registrations:fault.${fault}`)
    : `${t(`form:portrait.check.${fault}`)}${t('list:colon')}${t(`form:portrait.advice.${fault}`)}`
