import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import { eventOf, fieldOf } from '../operation/operation-names.ts'
import { abnormalText, doorOfRecord, entryModeText } from '../passage/record-words.ts'
import { dayName, shortTime, spanText } from './day-name.ts'
import { Emphasised, strong } from '../emphasised.tsx'
import type { Shown } from './person-queries.ts'
import type { Irrevocable } from './undo-change.ts'
import { scoreText } from '../../lib/format-number.ts'

type Of<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>
type Meaning = 'green' | 'amber' | 'red' | 'grey'
type Line = { meaning: Meaning; face?: ReactNode; title: string; detail: string; deed?: ReactNode }

const clock = (at: string) => companyTime(at, 'minute').slice(11)

type ItemProps = {
  entry: TimelineEntry
  times: number
  since: string
  person: Shown
  /** Takes a change back; absent where it cannot be. */
  onUndo: (() => Promise<unknown>) | undefined
  /** Why it cannot be, of a change that nobody has replaced yet. */
  irrevocable: Irrevocable | undefined
}

/** One thing that happened: when, a mark of how it ended, what, and what can be done about it. */
export function TimelineItem({ entry, times, since, person, onUndo, irrevocable }: ItemProps) {
  const t = useText()
  const can = useCan()
  const line = lineOf(entry, { times, since, person, t, canCorrect: can('attendance.write'), onUndo, irrevocable })
  return (
    <li data-meaning={line.meaning} data-kind={entry.kind}>
      <time dateTime={entry.at}>{clock(entry.at)}</time>
      <span className="timeline-knot" aria-hidden />
      <div className="timeline-words">
        {line.face}
        <div>
          <p>
            <Emphasised>{line.title}</Emphasised>
          </p>
          {line.detail && <p className="timeline-detail">{line.detail}</p>}
        </div>
        {line.deed}
      </div>
    </li>
  )
}

type Reader = Omit<ItemProps, 'entry'> & { t: Text; canCorrect: boolean }

function lineOf(entry: TimelineEntry, reader: Reader): Line {
  switch (entry.kind) {
    case 'passages':
      return passageLine(entry, reader)
    case 'attendance':
      return dayLine(entry, reader)
    case 'visits':
      return visitLine(entry, reader)
    case 'changes':
      return changeLine(entry, reader)
  }
}

const ways = { in: 'in', out: 'out', none: 'passed' } as const

function passageLine({ record }: Of<'passages'>, { times, since, t }: Reader): Line {
  const door = strong(doorOfRecord(record))
  const { id, opened, recognisedAt, direction, score } = record
  const mode = entryModeText(record.entryMode, t)
  const how = score === null ? mode : t('personPage:timeline.score', { mode, score: scoreText(score) })
  const count = times > 1 ? t('personPage:timeline.times', { count: times, since: clock(since) }) : ''
  return {
    meaning: opened ? 'green' : 'red',
    face: record.hasCapture && <FaceThumbnail kind="capture" imageId={id} />,
    title: t(opened ? `personPage:timeline.${ways[direction]}` : 'personPage:timeline.refused', { door }),
    detail: [opened ? how : abnormalText(record.abnormal, t), count].filter(Boolean).join(' · '),
    deed: (
      <Link
        className="timeline-deed"
        to={pathTo('signRecord', { below: id })}
        aria-label={t('personPage:timeline.whyOf', { door: doorOfRecord(record), at: shortTime(recognisedAt) })}
        data-quiet={opened || undefined}
      >
        {t('personPage:timeline.why')}
      </Link>
    ),
  }
}

function dayLine({ day }: Of<'attendance'>, { person, t, canCorrect }: Reader): Line {
  const { facts, on, firstAt, lastAt, workedMinutes, lateMinutes, earlyLeaveMinutes } = day
  const isAbsent = facts.includes('absence')
  const isOff = facts.some((fact) => fact === 'late' || fact === 'earlyLeave' || fact === 'missedPunch')
  const worked = t('personPage:timeline.worked', { time: strong(spanText(workedMinutes, t)) })
  const problems = [
    facts.includes('late') && t('personPage:timeline.late', { time: spanText(lateMinutes, t) }),
    facts.includes('earlyLeave') && t('personPage:timeline.earlyLeave', { time: spanText(earlyLeaveMinutes, t) }),
    ...facts
      .filter((fact) => fact !== 'late' && fact !== 'earlyLeave' && fact !== 'normal' && fact !== 'absence')
      .map((fact) => t(`shared:attendanceFact.${fact}`)),
  ]
  const punches =
    firstAt !== null &&
    t('personPage:timeline.punches', { in: clock(firstAt), out: lastAt === null ? '–' : clock(lastAt) })
  const title = isAbsent ? strong(t('shared:attendanceFact.absence')) : worked
  return {
    meaning: isAbsent ? 'red' : isOff ? 'amber' : 'green',
    title,
    detail: [punches, ...problems].filter(Boolean).join(' · '),
    deed: canCorrect && (isAbsent || isOff) && (
      <Link
        className="timeline-deed"
        to={pathTo('attendanceRecord', {
          user_id: person.id,
          query: { month: on.slice(0, 7), day: `${person.id}_${on}` },
        })}
        aria-label={t('personPage:timeline.correctOf', { day: dayName(on, t) })}
      >
        {t('personPage:timeline.correct')}
      </Link>
    ),
  }
}

function visitLine({ visit }: Of<'visits'>, { person, t }: Reader): Line {
  const { visitor, host, purpose, company, validFromAt, validToAt } = visit
  const isTheirs = visitor.id === person.id
  const period = t('personPage:timeline.period', { from: shortTime(validFromAt), to: shortTime(validToAt) })
  return {
    meaning: 'grey',
    face: !isTheirs && <FaceThumbnail kind="portrait" imageId={visitor.portraitId} />,
    title: isTheirs
      ? host
        ? t('personPage:timeline.visited', { name: strong(host.name) })
        : t('personPage:timeline.visit')
      : t('personPage:timeline.received', { name: strong(visitor.name) }),
    detail: [period, purpose, !isTheirs && company].filter(Boolean).join(' · '),
    deed: !isTheirs && (
      <Link
        className="timeline-deed"
        data-quiet
        to={pathTo('visitorDetail', { query: { id: visitor.id } })}
        aria-label={t('personPage:timeline.visitOf', { name: visitor.name })}
      >
        {t('personPage:timeline.visit')}
      </Link>
    ),
  }
}

function changeLine({ change, at }: Of<'changes'>, { t, onUndo, irrevocable }: Reader): Line {
  const { operator, event, fields, remark } = change
  return {
    meaning: event === 'suspend' ? 'red' : 'grey',
    title:
      operator.name === null
        ? strong(eventOf(event))
        : t('personPage:timeline.changed', { event: strong(eventOf(event)), name: operator.name }),
    detail: [
      fields.map(fieldOf).join(t('list:comma')),
      remark,
      irrevocable && t(`personPage:timeline.irrevocable.${irrevocable}`),
    ]
      .filter(Boolean)
      .join(' · '),
    deed: onUndo && (
      <UndoButton label={t('personPage:timeline.undoOf', { event: eventOf(event), at: shortTime(at) })} run={onUndo} />
    ),
  }
}

function UndoButton({ label, run }: { label: string; run: () => Promise<unknown> }) {
  const t = useText()
  const [isBusy, setIsBusy] = useState(false)
  return (
    <button
      type="button"
      className="timeline-deed"
      data-quiet
      aria-label={label}
      disabled={isBusy}
      onClick={() => {
        setIsBusy(true)
        void run().finally(() => setIsBusy(false))
      }}
    >
      {t('personPage:timeline.undo')}
    </button>
  )
}
