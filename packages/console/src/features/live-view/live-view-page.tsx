import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { maxPassages, maxWatchedDoors } from '@gatehouse/contract/features/live-view.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PauseOutlined, PlayCircleOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useOpeningRule } from '../../parts/device/opening-rule.ts'
import { ReasonField } from '../../parts/device/reason-field.tsx'
import { devicesOf, DevicesSelect } from '../../parts/device/device-select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FacePicture } from '../../parts/face/face-thumbnail.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PassageDecision } from '../../parts/passage/passage-decision.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { abnormalText, doorOfRecord } from '../../parts/passage/record-words.ts'
import { firstDoorsQuery, passagesQuery } from './live-view-queries.ts'
import { DoorTime } from '../../parts/device/door-clock.tsx'
import { WatchedDoor } from './watched-door.tsx'
import './live-view.css'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Doors to watch, their passages as they happen, and a button for each door. The choice is in the address. */
export function Component() {
  const t = useText()
  const navigate = useNavigate()
  const [params, setParams] = useSearchParams()
  const chosen = useMemo(
    () =>
      (params.get('doors') ?? '')
        .split(',')
        .filter((id) => uuid.test(id))
        .slice(0, maxWatchedDoors),
    [params],
  )
  const all = useQuery(firstDoorsQuery)
  const some = useQuery({ ...devicesOf(chosen), staleTime: 0 })
  const doors = chosen.length === 0 ? all.data?.items : some.data
  const asked = chosen.length === 0 ? all : some
  const total = all.data?.counts.total
  const choose = (ids: string[]) =>
    setParams(ids.length > 0 ? { doors: ids.slice(0, maxWatchedDoors).join(',') } : {}, { replace: true })
  return (
    <>
      <PageHeader title={t('live:title')} purpose={t('live:purpose')} />
      {asked.error && !doors ? (
        <ErrorPanel error={asked.error} onRetry={() => void asked.refetch()} />
      ) : total === 0 ? (
        <EmptyState
          drawing="device"
          title={t('live:noDevices.title')}
          text={t('live:noDevices.text')}
          action={
            <Button type="primary" onClick={() => void navigate(pathTo('deviceList'))}>
              {t('live:noDevices.action')}
            </Button>
          }
        />
      ) : (
        <>
          <DevicesSelect
            className="live-doors"
            aria-label={t('live:doors')}
            placeholder={
              total !== undefined && total > maxWatchedDoors
                ? t('live:doorsFirst', { most: maxWatchedDoors, total })
                : t('live:doorsAll')
            }
            maxCount={maxWatchedDoors}
            allowClear
            value={chosen}
            onChange={choose}
          />
          {doors && <Doors doors={doors} />}
          {doors && doors.length > 0 && <Passages deviceIds={doors.map(({ id }) => id)} />}
        </>
      )}
    </>
  )
}

/** The doors, each with the button that opens it; a reason that is entered holds for the next one that is opened. */
function Doors({ doors }: { doors: readonly DeviceSummary[] }) {
  const t = useText()
  const can = useCan()
  const [reason, setReason] = useState('')
  const { reasons, needsReason } = useOpeningRule()
  const needing = doors.filter(({ id }) => needsReason({ deviceIds: [id] }))
  const isNeeded = needing.length > 0 && needing.length === doors.length
  return (
    <>
      {can('live.control') && (
        <div className="live-reason">
          <ReasonField reason={reason} onChange={setReason} isNeeded={isNeeded} reasons={reasons} />
        </div>
      )}
      <ul className="live-door-list" aria-label={t('live:doors')}>
        {doors.map((door) => (
          <WatchedDoor
            key={door.id}
            door={door}
            reason={reason.trim()}
            isUnsaid={reason.trim() === '' && needing.includes(door)}
            onOpened={() => setReason('')}
          />
        ))}
      </ul>
    </>
  )
}

function Passages({ deviceIds }: { deviceIds: readonly string[] }) {
  const t = useText()
  const [held, setHeld] = useState<readonly RecognitionRecord[]>()
  const { data, error, refetch } = useQuery(passagesQuery(deviceIds))
  const shown = held ?? data
  const [newest] = shown ?? []
  return (
    <section aria-label={t('live:passages')}>
      <div className="live-bar">
        <h2>{t('live:passages')}</h2>
        <StatusMark meaning={held ? 'waiting' : 'good'}>{t(held ? 'live:paused' : 'live:watching')}</StatusMark>
        <Button
          icon={held ? <PlayCircleOutlined aria-hidden /> : <PauseOutlined aria-hidden />}
          onClick={() => setHeld(held ? undefined : data)}
        >
          {t(held ? 'live:resume' : 'live:pause')}
        </Button>
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : shown?.length === 0 ? (
        <EmptyState drawing="door" title={t('live:empty.title')} text={t('live:empty.text')} />
      ) : (
        <ol className="live-passages">
          {shown?.map((record) => (
            <Passage key={record.id} record={record} />
          ))}
        </ol>
      )}
      {shown && shown.length >= maxPassages && <p className="live-kept">{t('live:kept', { most: maxPassages })}</p>}
      <p className="for-readers" aria-live="polite">
        {newest && !held && sentenceOf(newest, t)}
      </p>
    </section>
  )
}

const personOf = ({ person, kind }: RecognitionRecord, t: Text) => person?.name ?? t(`list:personKind.${kind}`)
const decisionOf = ({ opened }: RecognitionRecord, t: Text) =>
  t(opened ? 'shared:decision.opened' : 'shared:decision.refused')
const sentenceOf = (record: RecognitionRecord, t: Text) =>
  t('live:at', { person: personOf(record, t), device: doorOfRecord(record), decision: decisionOf(record, t) })

function Passage({ record }: { record: RecognitionRecord }) {
  const t = useText()
  const meaning = record.opened ? 'good' : record.kind === 'stranger' ? 'attention' : 'bad'
  const name = personOf(record, t)
  return (
    <li className="live-passage" data-meaning={meaning}>
      <FacePicture
        kind="capture"
        imageId={record.hasCapture ? record.id : null}
        alt={t('live:capture', { device: record.device.name })}
        none={t('live:noCapture')}
      />
      <div className="live-passage-words">
        <Link to={pathTo('signRecord', { below: record.id })}>{name}</Link>
        <PassageDecision record={record} t={t} />
        {record.abnormal !== 'none' && <small>{abnormalText(record.abnormal, t)}</small>}
        <small>{doorOfRecord(record)}</small>
        <small>
          <DoorTime at={record.recognisedAt} deviceId={record.device.id} />
        </small>
      </div>
    </li>
  )
}
