import { addMissedPunch } from '@gatehouse/contract/features/attendance/punches.ts'
import { type AttendanceDayDetail, type Punch } from '@gatehouse/contract/features/attendance/days.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { mutationOf } from '../../../api/query.ts'
import { useText, type Text } from '../../../i18n/i18n.ts'
import { companyTime } from '../../../lib/format-date.ts'
import { useCan } from '../../../lib/use-can.ts'
import { DetailList } from '../../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { errorText } from '../../../ui/feedback/error-text.ts'
import { MinuteInput } from '../../../ui/form/form-minute.tsx'
import { FaceThumbnail } from '../../../parts/face/face-thumbnail.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { dayDetail } from '../attendance-queries.ts'
import { durationText, punchTime } from '../attendance-time.ts'
import { ruleName } from '../attendance-words.ts'
import { VerdictMark } from './verdict-mark.tsx'

/** One day of one person: the result and why, every punch and whether it counted, and how the result changed. */
export function DayPanel({ personId, on, onClose }: { personId: string; on: string; onClose: () => void }) {
  const t = useText()
  const { data: day, error, refetch } = useQuery(dayDetail(personId, on))
  return (
    <DetailPanel title={day ? t('attendance:day.title', { name: day.person.name, on }) : on} onClose={onClose}>
      {error && !day ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : day ? (
        <Day day={day} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function Day({ day }: { day: AttendanceDayDetail }) {
  const t = useText()
  const can = useCan()
  const time = (at: string | null) => punchTime(at, day.on, day.timeZone, t)
  // a rule knows no seconds
  const minute = (at: string | null) => punchTime(at, day.on, day.timeZone, t, 'minute')
  return (
    <>
      <p className="day-verdict">
        <VerdictMark {...day} />
        {day.isLocked && <span className="attendance-tag">{t('attendance:records.locked')}</span>}
      </p>
      <DetailList
        title={t('attendance:day.facts')}
        items={[
          { label: t('attendance:records.first'), value: time(day.firstAt) },
          { label: t('attendance:records.last'), value: time(day.lastAt) },
          { label: t('attendance:records.worked'), value: durationText(day.workedMinutes, t) },
          ...(day.lateMinutes > 0
            ? [{ label: t('attendance:day.late'), value: durationText(day.lateMinutes, t) }]
            : []),
          ...(day.earlyLeaveMinutes > 0
            ? [{ label: t('attendance:day.early'), value: durationText(day.earlyLeaveMinutes, t) }]
            : []),
          ...(day.overtimeMinutes > 0
            ? [{ label: t('attendance:day.overtime'), value: durationText(day.overtimeMinutes, t) }]
            : []),
          { label: t('attendance:day.kind'), value: t(`attendance:dayKind.${day.dayKind}`) },
          { label: t('attendance:day.work'), value: `${minute(day.workStartAt)} – ${minute(day.workEndAt)}` },
          {
            label: t('attendance:records.rule'),
            value: (
              <Link to={pathTo('attendanceRulesDetail', { query: { id: day.rule.id } })}>
                {t('attendance:day.version', {
                  rule: ruleName({ name: day.rule.name, isDefault: true }, t),
                  version: day.rule.version,
                })}
              </Link>
            ),
          },
          { label: t('attendance:rules.zone'), value: day.timeZone },
        ]}
      />
      <section className="detail-section">
        <h2>{t('attendance:day.why')}</h2>
        <ul className="day-reasons">
          {day.reasons.map((reason) => (
            <li key={reason}>{t(`attendance:reason.${reason}`)}</li>
          ))}
        </ul>
      </section>
      <section className="detail-section">
        <h2>{t('attendance:day.punches')}</h2>
        {day.punches.length === 0 && day.punchCount === 0 && <p>{t('attendance:day.noPunches')}</p>}
        {day.punches.length < day.punchCount && (
          <p>{t('attendance:day.deletedPunches', { count: day.punchCount - day.punches.length })}</p>
        )}
        <ol className="day-punches">
          {day.punches.map((punch) => (
            <PunchLine key={punch.id} punch={punch} time={time(punch.at)} t={t} />
          ))}
        </ol>
      </section>
      {can('attendance.write') && !day.isLocked && <AddPunch day={day} />}
      {day.changes.length > 0 && <Changes day={day} />}
    </>
  )
}

function PunchLine({ punch, time, t }: { punch: Punch; time: string; t: Text }) {
  const isCounted = punch.outcome === 'counted'
  return (
    <li data-counted={isCounted || undefined}>
      {punch.hasCapture && <FaceThumbnail kind="capture" imageId={punch.recordId} />}
      <div>
        <strong className="tabular">{time}</strong> <span>{t(`attendance:source.${punch.source}`)}</span>
        {punch.isField && <span className="attendance-tag">{t('attendance:day.fieldMark')}</span>}
        <p>{[punch.place, t(`attendance:outcome.${punch.outcome}`)].filter(Boolean).join(' · ')}</p>
        {punch.latitude !== null && punch.longitude !== null && (
          <p>
            {t('attendance:day.position')}
            {t('list:colon')}
            {punch.latitude.toFixed(5)}, {punch.longitude.toFixed(5)}{' '}
            {punch.accuracyMetres !== null &&
              t('attendance:day.accuracy', { metres: Math.round(punch.accuracyMetres) })}
            {punch.distanceMetres !== null &&
              ` · ${t('attendance:day.distance', { metres: Math.round(punch.distanceMetres) })}`}
          </p>
        )}
        {punch.remark && <p>{punch.remark}</p>}
        {punch.decidedBy && (
          <p>
            {[`${t('attendance:requests.decided')}${t('list:colon')}${punch.decidedBy}`, punch.decisionRemark]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {punch.hasDoubtfulTime && <p className="attendance-problem">{t('attendance:day.doubtful')}</p>}
        {punch.recordId && (
          <Link to={pathTo('signRecord', { below: punch.recordId })}>{t('attendance:day.record')}</Link>
        )}
      </div>
    </li>
  )
}

/** A punch that the person missed, with its reason; it counts at once and says who added it. */
function AddPunch({ day }: { day: AttendanceDayDetail }) {
  const t = useText()
  const toast = useToast()
  const [minute, setMinute] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const add = useMutation({
    ...mutationOf(addMissedPunch, { untilShown: true }),
    onSuccess: () => {
      setMinute(null)
      setReason('')
      toast.done(t('attendance:day.added'))
    },
  })
  return (
    <section className="detail-section">
      <h2>{t('attendance:day.add')}</h2>
      <form
        className="day-add"
        onSubmit={(event) => {
          event.preventDefault()
          if (minute !== null) add.mutate({ body: { personId: day.person.id, on: day.on, minute, reason } })
        }}
      >
        <label>
          {t('attendance:day.addTime')}
          <MinuteInput value={minute} onChange={setMinute} />
        </label>
        <label>
          {t('attendance:day.addReason')}
          <Input required maxLength={255} value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
        <Button htmlType="submit" type="primary" disabled={minute === null} loading={add.isPending}>
          {t('attendance:day.addDo')}
        </Button>
      </form>
      {add.error && (
        <p className="attendance-problem" role="alert">
          {errorText(add.error, t)}
        </p>
      )}
    </section>
  )
}

function Changes({ day }: { day: AttendanceDayDetail }) {
  const t = useText()
  const stateText = ({ verdict, ruleVersion }: AttendanceDayDetail['changes'][number]['before']) =>
    t('attendance:day.version', { rule: t(`attendance:verdict.${verdict}`), version: ruleVersion })
  return (
    <section className="detail-section">
      <h2>{t('attendance:day.changes')}</h2>
      <ol className="day-changes">
        {day.changes.map((change) => (
          <li key={change.changedAt}>
            <span className="tabular">{companyTime(change.changedAt)}</span> {t(`attendance:cause.${change.cause}`)}
            <p>
              {t('attendance:day.changedFrom', { before: stateText(change.before), after: stateText(change.after) })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
