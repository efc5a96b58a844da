import type { LiveAlarm, LivePassage } from '@gatehouse/contract/features/live/board.ts'
import { getRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { PassageDecision } from '../../parts/passage/passage-decision.tsx'
import { PassageReasons } from '../../parts/passage/passage-reasons.tsx'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { titleOfEvent } from './event-words.ts'
import type { EventGroup } from './group-events.ts'

/** The event that was opened, beside the list and without a mask: the list goes on being read with J and K. */
export function EventRecord({ group, onClose }: { group: EventGroup; onClose: () => void }) {
  const t = useText()
  const { newest: event } = group
  const title = titleOfEvent(event, t)
  const head = useRef<HTMLElement>(null)
  // On a phone it comes above the list, out of sight of who has just pressed a row far down.
  useEffect(() => {
    head.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const press = (key: KeyboardEvent) => {
    if (key.key !== 'Escape' || key.defaultPrevented) return
    key.stopPropagation()
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, wherever inside the focus is
    <section className="live-record" aria-label={title} onKeyDown={press}>
      <header ref={head}>
        <h2>{title}</h2>
        <button type="button" className="live-icon" aria-label={t('house:close')} onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </header>
      {event.type === 'alarm' ? (
        <AlarmFacts alarm={event} />
      ) : event.hasRecord ? (
        <RecordFacts passage={event} />
      ) : (
        <p className="live-quiet">{t('house:record.hidden')}</p>
      )}
    </section>
  )
}

function AlarmFacts({ alarm }: { alarm: LiveAlarm }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <DetailList
        items={[
          { label: t('house:record.door'), value: alarm.doorName },
          { label: t('house:record.time'), value: <DoorTime at={alarm.at} deviceId={null} /> },
          { label: t('house:record.happened'), value: t('house:times', { count: alarm.times }) },
        ]}
      />
      {can('alarm.read') && <Link to={pathTo('deviceAlarm', { below: alarm.id })}>{t('house:record.wholeAlarm')}</Link>}
    </>
  )
}

function RecordFacts({ passage }: { passage: LivePassage }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    ...queryOf(getRecord, { params: { id: passage.id } }),
    staleTime: Infinity,
  })
  const name = titleOfEvent(passage, t)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={8} />
  return (
    <>
      <div className="live-record-faces">
        <figure>
          <FacePicture
            kind="portrait"
            imageId={data.portraitId}
            alt={t('house:record.pictureOf', { name })}
            none={t('house:record.noPicture')}
          />
          <figcaption>{t('house:record.portrait')}</figcaption>
        </figure>
        <figure>
          <FacePicture
            kind="capture"
            imageId={data.hasCapture ? data.id : null}
            alt={t('house:record.pictureOf', { name })}
            none={t('house:record.noPicture')}
            part={data.faceBox}
          />
          <figcaption>{t('house:record.capture')}</figcaption>
        </figure>
      </div>
      <PassageDecision record={data} t={t} />
      <h3>{t(data.opened ? 'house:record.whyOpened' : 'house:record.whyRefused')}</h3>
      <PassageReasons reasons={data.reasons} names={data.names} opens={data.opened} abnormal={data.abnormal} />
      <DetailList
        items={[
          { label: t('house:record.person'), value: t(`list:personKind.${data.kind}`) },
          { label: t('house:record.door'), value: passage.doorName },
          { label: t('house:record.time'), value: <DoorTime at={data.recognisedAt} deviceId={data.device.id} /> },
        ]}
      />
      <Link to={pathTo('signRecord', { below: data.id })}>{t('house:record.whole')}</Link>
    </>
  )
}
