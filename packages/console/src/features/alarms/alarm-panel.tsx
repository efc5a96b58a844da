import { type AlarmDetail, commentAlarm } from '@gatehouse/contract/features/alarms.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { Link, useParams } from 'react-router'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useKeepsFocus } from '../../ui/feedback/keep-focus.ts'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { AlarmState, describeAlarm, placeOf } from './alarm-columns.tsx'
import { alarmQuery } from './alarm-queries.ts'
import { useAlarmActions } from './use-alarm-actions.tsx'
import './alarms.css'
import { alarmTitle } from '../../parts/alarm/alarm-title.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'

/** One alarm next to the list: picture, facts, history and actions. */
export function AlarmPanel() {
  const t = useText()
  const { alarmId = '' } = useParams()
  const { data: alarm, error, refetch } = useQuery(alarmQuery(alarmId))
  const { close } = usePanelRoute(pathTo('deviceAlarm'))
  return (
    <DetailPanel title={alarm ? alarmTitle(alarm, t) : t('alarms:detail.facts')} onClose={close}>
      {error && !alarm ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : alarm ? (
        <AlarmBody alarm={alarm} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
    </DetailPanel>
  )
}

function AlarmBody({ alarm }: { alarm: AlarmDetail }) {
  const t = useText()
  const can = useCan()
  return (
    <>
      <div className="alarm-state" role="status">
        <AlarmState alarm={alarm} t={t} />
      </div>
      {can('alarm.write') && <AlarmActions alarm={alarm} />}
      {alarm.hasImage && (
        <div className="alarm-picture">
          <FacePicture
            kind="alarm"
            imageId={alarm.id}
            alt={t('alarms:image', { device: alarm.device.name })}
            none={t('alarms:noImage')}
          />
        </div>
      )}
      <AlarmFacts alarm={alarm} />
      <section className="detail-section">
        <h2>{t('alarms:detail.trace')}</h2>
        <Trace alarm={alarm} />
        {can('alarm.write') && <CommentBox alarm={alarm} />}
      </section>
    </>
  )
}

function AlarmActions({ alarm }: { alarm: AlarmDetail }) {
  const t = useText()
  const { acknowledge, assign, release } = useAlarmActions()
  const ids = [alarm.id]
  const canRelease = alarm.status !== 'released' && alarm.releaseWay !== 'by-itself'
  const keepFocus = useKeepsFocus(`${alarm.acknowledgedAt} ${canRelease}`)
  return (
    <div className="alarm-actions">
      {alarm.acknowledgedAt === null && (
        <Button
          type="primary"
          onClick={() => {
            keepFocus()
            acknowledge(ids)
          }}
        >
          {t('alarms:action.acknowledge')}
        </Button>
      )}
      {canRelease && (
        <Button
          disabled={alarm.isReleasing}
          onClick={() => {
            keepFocus()
            release(ids)
          }}
        >
          {t('alarms:action.release')}
        </Button>
      )}
      <Button onClick={() => assign(ids)}>{t('alarms:action.assign')}</Button>
    </div>
  )
}

function AlarmFacts({ alarm }: { alarm: AlarmDetail }) {
  const t = useText()
  const can = useCan()
  return (
    <DetailList
      title={t('alarms:detail.facts')}
      items={[
        {
          label: t('alarms:column.device'),
          value:
            alarm.device.id && can('device.read') ? (
              <Link to={pathTo('deviceList', { below: alarm.device.id })}>{placeOf(alarm)}</Link>
            ) : (
              placeOf(alarm)
            ),
        },
        {
          label: t('alarms:column.type'),
          value:
            alarm.type === 'unknown'
              ? alarmTitle(alarm, t)
              : t('list:bracketed', { what: alarmTitle(alarm, t), more: String(alarm.code) }),
        },
        { label: t('alarms:column.description'), value: describeAlarm(alarm, t) },
        {
          label: t('alarms:column.at'),
          value: (
            <>
              <DoorTime at={alarm.raisedAt} deviceId={alarm.device.id} />
              {alarm.hasDoubtfulTime && (
                <div className="alarm-doubt">
                  <Dated>
                    {alarm.claimedAt
                      ? t('alarms:claimedTime', { at: companyTime(alarm.claimedAt) })
                      : t('alarms:doubtfulTimeWhy')}
                  </Dated>
                </div>
              )}
            </>
          ),
        },
        { label: t('alarms:column.times'), value: t('alarms:times', { count: alarm.times }) },
        ...(alarm.times > 1 ? [{ label: t('alarms:column.lastAt'), value: companyTime(alarm.lastAt) }] : []),
        { label: t('alarms:column.receivedAt'), value: companyTime(alarm.receivedAt) },
        { label: t('alarms:column.releasedAt'), value: companyTime(alarm.releasedAt) },
        { label: t('alarms:way.label'), value: t(`alarms:way.${alarm.releaseWay}`) },
        { label: t('alarms:column.handler'), value: alarm.handler?.name ?? t('alarms:noHandler') },
        ...(alarm.person ? [{ label: t('alarms:detail.person'), value: alarm.person.name }] : []),
        ...(alarm.recordId && can('record.read')
          ? [
              {
                label: t('alarms:detail.record'),
                value: (
                  <Link to={pathTo('signRecord', { below: alarm.recordId })}>{t('alarms:detail.openRecord')}</Link>
                ),
              },
            ]
          : []),
        { label: t('alarms:detail.id'), value: <CopyText text={alarm.id} what={t('alarms:detail.id')} /> },
      ]}
    />
  )
}

function Trace({ alarm }: { alarm: AlarmDetail }) {
  const t = useText()
  const told = alarm.trace.filter(({ kind }) => kind === 'raised' || kind === 'repeated').length
  return (
    <>
      <ol className="alarm-trace">
        {alarm.trace.map(({ at, kind, by, text, claimedAt }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a trace only grows at its end
          <li key={index}>
            <strong>{t(`alarms:trace.${kind}`)}</strong> <span className="tabular">{companyTime(at)}</span>
            {by !== null && <small>{by}</small>}
            {text && <p>{text}</p>}
            {claimedAt && (
              <p className="alarm-doubt">
                <Dated>{t('alarms:trace.claimed', { at: companyTime(claimedAt) })}</Dated>
              </p>
            )}
          </li>
        ))}
      </ol>
      {alarm.times > told && told > 0 && <p>{t('alarms:trace.more', { count: alarm.times })}</p>}
    </>
  )
}

function CommentBox({ alarm }: { alarm: AlarmDetail }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  const field = useId()
  const [text, setText] = useState('')
  const save = useMutation({
    ...mutationOf(commentAlarm),
    onSuccess: (saved) => {
      client.setQueryData(alarmQuery(alarm.id).queryKey, saved)
      setText('')
      toast.done(t('alarms:detail.commented'))
    },
    onError: toast.failed,
  })
  return (
    <form
      className="alarm-comment"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ params: { id: alarm.id }, body: { text } })
      }}
    >
      <label htmlFor={field}>{t('alarms:detail.commentLabel')}</label>
      <Input.TextArea
        id={field}
        value={text}
        maxLength={500}
        placeholder={t('alarms:detail.commentHint')}
        autoSize={{ minRows: 2, maxRows: 6 }}
        onChange={({ target }) => setText(target.value)}
      />
      <Button htmlType="submit" loading={save.isPending} disabled={text.trim() === ''}>
        {t('alarms:action.comment')}
      </Button>
    </form>
  )
}
