import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { clockOf } from '../../../lib/format-date.ts'
import { FaceThumbnail } from '../../../parts/face/face-thumbnail.tsx'
import { PassageReasons } from '../../../parts/passage/passage-reasons.tsx'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { accessExplanationQuery } from '../policy-queries.ts'

const [width, gap, restMs] = [348, 8, 150]

type Props = { personId: string; deviceId: string; at: string | undefined; cell: Element }

/** The reasons for which a door opens for a person or not, beside the cell that is looked at. */
export function WhyCell({ personId, deviceId, at, cell }: Props) {
  const t = useText()
  // Cells that the pointer only crosses ask nothing.
  const [asked, setAsked] = useState<{ deviceId: string; at: string | undefined } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked({ deviceId, at }), restMs)
    return () => clearTimeout(timer)
  }, [deviceId, at])
  const isRested = asked?.deviceId === deviceId
  const { data } = useQuery({
    ...accessExplanationQuery({ personId, deviceId, at: asked?.at }),
    enabled: isRested,
    staleTime: 30_000,
  })
  if (!isRested || !data) return null
  const { left, right, bottom, top } = cell.getBoundingClientRect()
  const isLeft = right + gap + width > innerWidth
  const isAbove = bottom > innerHeight / 2
  return (
    <section
      className="why-cell"
      aria-live="polite"
      aria-label={t('policies:why.title')}
      style={{
        width,
        left: isLeft ? Math.max(gap, left - gap - width) : right + gap,
        maxWidth: innerWidth - 2 * gap,
        ...(isAbove ? { bottom: innerHeight - bottom } : { top }),
      }}
    >
      <header>
        <FaceThumbnail kind="portrait" imageId={data.person.portraitId} />
        <div>
          <h3>{t('policies:matrix.personAt', { person: data.person.name, door: data.device.name })}</h3>
          <StatusMark meaning={data.opens ? 'good' : 'bad'}>
            {t(data.opens ? 'policies:matrix.opensAt' : 'policies:matrix.closedAt', {
              date: data.local.on,
              time: clockOf(data.local.minuteOfDay),
            })}
          </StatusMark>
        </div>
      </header>
      <PassageReasons reasons={data.reasons} names={data.names} opens={data.opens} abnormal={data.abnormal} />
    </section>
  )
}
