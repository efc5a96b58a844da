import { csvLine } from '@gatehouse/contract/csv.ts'
import { getRecordStatistics, maxStatisticDays, type RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { keepPreviousData, queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import type { LoaderFunction } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { DeviceSelect } from '../../parts/device/device-select.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { csvFile } from '../../ui/list/list-csv.ts'
import { readUrlState, useUrlState } from '../../ui/list/list-url-state.ts'
import { wallTimeOf } from '../../ui/form/wall-clock.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { saveFile } from '../../ui/page/save-file.ts'
import { Confusions } from './confusions.tsx'
import { PlaceTable } from './place-table.tsx'
import { kindColours, personKinds } from './kinds.ts'
import { ChartBlock } from '../../ui/chart/chart-block.tsx'
import '../../ui/detail/detail.css'
import './statistics.css'
import { Figure, Figures } from '../../ui/page/figures.tsx'
import { Segments } from '../../ui/page/segments.tsx'

type Asked = Query<typeof getRecordStatistics>
const day = 'YYYY-MM-DD'

/** Without a period in the address: the last seven days of the enterprise. */
function schemaOfNow() {
  const today = dayjs(wallTimeOf(instantOf(nowMs())).slice(0, 10))
  const { from, to, ...rest } = getRecordStatistics.query.shape
  return getRecordStatistics.query.extend({
    ...rest,
    from: from.default(today.subtract(6, 'day').format(day)),
    to: to.default(today.format(day)),
  })
}

const statisticsQuery = (asked: Asked) =>
  queryOptions({
    ...queryOf(getRecordStatistics, { query: asked }),
    placeholderData: keepPreviousData,
    // Every record at every door is a hint: a statistic need not be newer than this.
    staleTime: 10_000,
  })

const departmentChoices = queryOptions({
  ...queryOf(listDepartments),
  select: (departments) => departments.map(({ id, name }) => ({ value: id, label: name })),
  staleTime: 60_000,
})

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(statisticsQuery(readUrlState(schemaOfNow(), new URL(request.url).searchParams)))
    return null
  }

/** REC-03: how many passed where, by day or hour, as picture and as table. */
export function Component() {
  const t = useText()
  const can = useCan()
  const [state, change] = useUrlState(schemaOfNow())
  const query = useQuery(statisticsQuery(state))
  const departments = useQuery({ ...departmentChoices, enabled: can('staff.read') })
  const { data } = query
  return (
    <>
      <PageHeader
        title={t('statistics:title')}
        purpose={t('statistics:purpose')}
        actions={
          <Button
            icon={<DownloadOutlined aria-hidden />}
            disabled={!data}
            onClick={() =>
              data && saveFile(csvFile(statisticsCsv(data, t)), `recognition-statistics-${state.from}-${state.to}.csv`)
            }
          >
            {t('list:export.action')}
          </Button>
        }
      />
      <div className="statistics-tools">
        <DatePicker.RangePicker
          aria-label={t('statistics:period')}
          allowClear={false}
          value={[dayjs(state.from), dayjs(state.to)]}
          disabledDate={(date, { from }) => from !== undefined && Math.abs(date.diff(from, 'day')) >= maxStatisticDays}
          presets={presets(t)}
          onChange={(days) => {
            const [from, to] = days ?? []
            if (from && to) change({ from: from.format(day), to: to.format(day) })
          }}
        />
        <Segments
          label={t('statistics:by.label')}
          value={state.by}
          options={[
            { value: 'day', label: t('statistics:by.day') },
            { value: 'hour', label: t('statistics:by.hour') },
          ]}
          onChange={(by) => change({ by: by === 'hour' ? 'hour' : 'day' })}
        />
        <Select
          aria-label={t('statistics:filter.kind')}
          placeholder={t('statistics:filter.kind')}
          allowClear
          className="list-filter"
          value={state.kind ?? null}
          options={personKinds
            .filter((kind) => kind !== 'staff' || can('staff.read'))
            .map((kind) => ({ value: kind, label: t(`list:personKind.${kind}`) }))}
          onChange={(kind) => change({ kind: kind ?? undefined })}
        />
        {can('device.read') && (
          <DeviceSelect
            aria-label={t('statistics:filter.device')}
            placeholder={t('statistics:filter.device')}
            allowClear
            className="list-filter"
            value={state.deviceId}
            onChange={(deviceId) => change({ deviceId, port: undefined, departmentId: undefined })}
          />
        )}
        {state.deviceId !== undefined && data && <DoorSelect data={data} port={state.port} onChange={change} />}
        {can('staff.read') && (
          <Select
            aria-label={t('statistics:department')}
            placeholder={t('statistics:department')}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            className="list-filter"
            value={state.departmentId ?? null}
            options={departments.data ?? []}
            onChange={(departmentId) =>
              change({ departmentId: departmentId ?? undefined, deviceId: undefined, port: undefined })
            }
          />
        )}
      </div>
      {query.error && !data ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Statistics data={data} asked={state} />
      ) : (
        <DetailSkeleton lines={10} />
      )}
      {can('staff.read') && <Confusions />}
    </>
  )
}

function Statistics({ data, asked: { by, from, to } }: { data: RecordStatistics; asked: Asked }) {
  const t = useText()
  const tiles = (['total', 'staff', 'visitor', 'stranger', 'blacklisted', 'spoof', 'opened'] as const).filter(
    (name) => name === 'total' || name === 'opened' || data.total[name] > 0,
  )
  return (
    <>
      <Figures>
        {tiles.map((name) => (
          <Figure
            key={name}
            name={name === 'total' || name === 'opened' ? t(`statistics:${name}`) : t(`list:personKind.${name}`)}
            detail={name !== 'total' && data.total.total > 0 ? share(data.total[name] / data.total.total) : ' '}
          >
            {formatNumber(data.total[name])}
          </Figure>
        ))}
      </Figures>
      {data.total.total === 0 ? (
        <EmptyState isSmall title={t('statistics:empty.title')} text={t('statistics:empty.text')} />
      ) : (
        <StepChart data={data} by={by} period={`${from} – ${to}`} />
      )}
      <div className="statistics-places">
        {data.doors.length > 0 ? (
          <PlaceTable title={t('statistics:doors')} places={doorPlaces(data, t)} />
        ) : (
          data.devices.length > 0 && (
            <PlaceTable
              title={t('statistics:devices')}
              places={data.devices}
              hint={data.devices.some(({ doorCount }) => doorCount > 1) ? t('statistics:devicesHint') : undefined}
            />
          )
        )}
        {data.departments.length > 0 && <PlaceTable title={t('statistics:departments')} places={data.departments} />}
      </div>
    </>
  )
}

type Text = ReturnType<typeof useText>
type CountedDoor = RecordStatistics['doors'][number]

const doorName = ({ port, name }: CountedDoor, t: Text) =>
  name ?? (port === null ? t('statistics:noDoor') : t('statistics:door', { port }))

const doorPlaces = ({ doors }: RecordStatistics, t: Text) =>
  doors.map((door) => ({ ...door, id: String(door.port), name: doorName(door, t) }))

type DoorProps = {
  data: RecordStatistics
  port: number | undefined
  onChange: (change: { port: number | undefined }) => void
}

/** Chooses one of the doors of the chosen device, where it has several. */
function DoorSelect({ data: { doors }, port, onChange }: DoorProps) {
  const t = useText()
  if (doors.length === 0) return null
  return (
    <Select
      aria-label={t('statistics:filter.door')}
      placeholder={t('statistics:filter.door')}
      allowClear
      className="list-filter"
      value={port ?? null}
      options={doors.flatMap((door) => (door.port === null ? [] : [{ value: door.port, label: doorName(door, t) }]))}
      onChange={(chosen) => onChange({ port: chosen ?? undefined })}
    />
  )
}

const share = (part: number) => `${Math.round(part * 100)} %`

type StepProps = { data: RecordStatistics; by: Asked['by']; period: string }

/** Records of each day or hour by kind. */
function StepChart({ data: { steps, timeZone }, by, period }: StepProps) {
  const t = useText()
  const nameOf = (step: string) => (by === 'hour' ? `${step}:00` : step)
  return (
    <ChartBlock
      title={t(`statistics:by.${by}`)}
      text={t('statistics:note', { zone: timeZone })}
      period={period}
      columnName={t(`statistics:stepOf.${by}`)}
      fileName={`recognition-statistics-${period.replaceAll(' – ', '-')}.png`}
      height={320}
      data={{
        columns: steps.map(({ step }) => ({ label: by === 'day' ? step.slice(5) : step, title: nameOf(step) })),
        series: personKinds
          .filter((kind) => steps.some((one) => one[kind] > 0))
          .map((kind) => ({
            name: t(`list:personKind.${kind}`),
            colour: kindColours[kind],
            values: steps.map((one) => one[kind]),
          })),
      }}
      more={[{ name: t('statistics:opened'), values: steps.map(({ opened }) => opened) }]}
    />
  )
}

function presets(t: Text) {
  const today = dayjs(wallTimeOf(instantOf(nowMs())).slice(0, 10))
  const last = (days: number): [typeof today, typeof today] => [today.subtract(days - 1, 'day'), today]
  return [
    { label: t('list:period.today'), value: last(1) },
    { label: t('statistics:lastDays', { count: 7 }), value: last(7) },
    { label: t('statistics:lastDays', { count: 30 }), value: last(30) },
    { label: t('statistics:lastDays', { count: 365 }), value: last(365) },
  ]
}

function statisticsCsv(data: RecordStatistics, t: Text): string[] {
  const kinds = personKinds.map((kind) => t(`list:personKind.${kind}`))
  return [
    csvLine([t('statistics:step'), t('statistics:total'), ...kinds, t('statistics:opened')]),
    ...data.steps.map((one) => csvLine([one.step, one.total, ...personKinds.map((kind) => one[kind]), one.opened])),
    csvLine([]),
    ...[
      { title: t('statistics:devices'), places: data.devices },
      { title: t('statistics:doors'), places: doorPlaces(data, t) },
      { title: t('statistics:departments'), places: data.departments },
    ].flatMap(({ title, places }) =>
      places.length === 0
        ? []
        : [
            csvLine([title, t('statistics:total'), t('statistics:opened')]),
            ...places.map(({ name, total, opened }) => csvLine([name, total, opened])),
            csvLine([]),
          ],
    ),
  ]
}
