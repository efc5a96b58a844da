import type { PassageAnswer } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { clockOf, companyZone } from '../../lib/format-date.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DeviceSelect } from '../../parts/device/device-select.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { instantOfWall, wallTimeOf } from '../../ui/form/wall-clock.ts'
import { PassageReasons } from '../../parts/passage/passage-reasons.tsx'
import { PersonSelect } from '../../parts/person/person-select.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { accessExplanationQuery } from './policy-queries.ts'

/** Names of their own: the list behind has a `deviceId` too. */
const keys = ['person', 'door', 'at'] as const

/** `/sign/policies/why`: a person, a door, a moment, and whether it would open, with the chain of reasons. */
export function AccessExplanationPanel() {
  const t = useText()
  const [params, setParams] = useSearchParams()
  const panel = usePanelRoute(pathTo('policies', { below: 'list' }))
  const [personId, deviceId, at] = keys.map((key) => params.get(key) ?? undefined)
  const set = (key: (typeof keys)[number], value: string | undefined) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined) next.delete(key)
        else next.set(key, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  return (
    <DetailPanel title={t('policies:why.title')} onClose={panel.close}>
      <p className="policy-quiet">{t('policies:why.purpose')}</p>
      <div className="why-fields">
        <PersonField value={personId} onChange={(value) => set('person', value)} />
        <DeviceField value={deviceId} onChange={(value) => set('door', value)} />
        <label>
          <span>{t('policies:why.at')}</span>
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            placeholder={t('policies:why.now')}
            value={at === undefined ? null : dayjs(wallTimeOf(at))}
            onChange={(day) => set('at', day ? instantOfWall(day.format('YYYY-MM-DDTHH:mm:ss')) : undefined)}
          />
          <small>{t('policies:why.zone', { zone: companyZone() })}</small>
        </label>
      </div>
      {personId && deviceId ? (
        <Answer personId={personId} deviceId={deviceId} at={at} />
      ) : (
        <p className="policy-quiet">{t('policies:why.choose')}</p>
      )}
    </DetailPanel>
  )
}

type FieldProps = { value: string | undefined; onChange: (value: string | undefined) => void }

function PersonField({ value, onChange }: FieldProps) {
  const t = useText()
  return (
    <label>
      <span>{t('policies:why.person')}</span>
      <PersonSelect aria-label={t('policies:why.person')} value={value} onChange={onChange} />
    </label>
  )
}

function DeviceField({ value, onChange }: FieldProps) {
  const t = useText()
  return (
    <label>
      <span>{t('policies:column.device')}</span>
      <DeviceSelect aria-label={t('policies:column.device')} value={value} onChange={onChange} />
    </label>
  )
}

function Answer(question: { personId: string; deviceId: string; at: string | undefined }) {
  const { data, error, refetch } = useQuery(accessExplanationQuery(question))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={5} />
  return <Verdict answer={data} />
}

function Verdict({ answer }: { answer: PassageAnswer }) {
  const t = useText()
  const { person, device, local, opens, timeZone } = answer
  return (
    <section className="why-answer" aria-live="polite">
      <h2>
        <StatusMark meaning={opens ? 'good' : 'bad'}>
          {t(opens ? 'policies:why.opens' : 'policies:why.staysClosed', { person: person.name, device: device.name })}
        </StatusMark>
      </h2>
      <p className="policy-quiet">
        {t('policies:why.moment', { date: local.on, time: clockOf(local.minuteOfDay), zone: timeZone })}
        {!opens && ` · ${t(`shared:abnormal.${answer.abnormal}`)}`}
      </p>
      {answer.doors.length > 0 && (
        <ul className="policy-quiet">
          {answer.doors.map((door) => (
            <li key={door.port}>
              <StatusMark meaning={door.opens ? 'good' : 'bad'}>
                {t(door.opens ? 'policies:why.opens' : 'policies:why.staysClosed', {
                  person: person.name,
                  device: door.name,
                })}
              </StatusMark>
            </li>
          ))}
        </ul>
      )}
      {answer.holder && <p>{t('policies:why.holder', { name: answer.holder.name })}</p>}
      <PassageReasons reasons={answer.reasons} names={answer.names} opens={opens} abnormal={answer.abnormal} />
      {answer.hasTwin && <p>{t('shared:hasTwin')}</p>}
      {answer.unknownStates.length > 0 && (
        <p className="policy-quiet">
          {t('policies:why.unknown', {
            names: answer.unknownStates.map((state) => t(`policies:why.state.${state}`)).join(t('list:comma')),
          })}
        </p>
      )}
    </section>
  )
}
