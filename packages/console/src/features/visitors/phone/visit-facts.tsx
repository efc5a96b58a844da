import type { HostedVisit } from '@gatehouse/contract/features/visits.ts'
import { usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { formatInstant } from '../../../lib/format-date.ts'

type Facts = Pick<HostedVisit, 'validFromAt' | 'validToAt' | 'timeZone' | 'purpose' | 'company' | 'hostName'>

/** Visitor, time and purpose, with the zone of the times. */
export function VisitFacts({ visit, for: reader }: { visit: Facts; for: 'visitor' | 'host' }) {
  const { fact } = usePhoneTexts('visits')
  const at = (instant: string) => <time dateTime={instant}>{formatInstant(instant, 'minute', visit.timeZone)}</time>
  const rows = [
    {
      label: fact.when,
      value: (
        <>
          {at(visit.validFromAt)} – {at(visit.validToAt)} ({visit.timeZone})
        </>
      ),
    },
    ...(reader === 'visitor' ? [{ label: fact.host, value: visit.hostName ?? fact.reception }] : []),
    ...(reader === 'host' ? [{ label: fact.company, value: visit.company }] : []),
    { label: fact.purpose, value: visit.purpose },
  ]
  return (
    <dl className="phone-facts">
      {rows.map(({ label, value }) => value && [<dt key={`${label} is`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  )
}
