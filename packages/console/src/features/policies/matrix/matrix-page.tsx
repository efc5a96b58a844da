import { UndoOutlined } from '@ant-design/icons'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { useIsPhone } from '../../../lib/use-media.ts'
import { useRested } from '../../../lib/use-rested.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../../ui/page/page-header.tsx'
import { PolicyView } from '../policy-view.tsx'
import { MatrixBrushes } from './matrix-brushes.tsx'
import { filterOf, type MatrixFilter, MatrixTools } from './matrix-tools.tsx'
import type { Paint } from './matrix-draft.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { MatrixPhone } from './matrix-phone.tsx'
import { type Matrix, openDoorsQuery } from './matrix-queries.ts'
import { MatrixSave } from './matrix-save.tsx'
import { useMatrix } from './use-matrix.ts'
import { WeekSymbols } from '../../../parts/passage/week-symbols.tsx'
import { WhyBar, type WhyQuestion } from './why-bar.tsx'
import { WhyCell } from './why-cell.tsx'
import './matrix.css'

const order = new Intl.Collator(undefined, { numeric: true })

/** `/sign/policies`: who passes which door, and when, painted with timetables (PASS-02). */
export function MatrixPage() {
  const t = useText()
  const can = useCan()
  const [params] = useSearchParams()
  const filter = filterOf(params)
  const { siteId } = filter
  const matrix = useMatrix(siteId)
  const { data, error, refetch } = matrix.query
  const [isSaving, setIsSaving] = useState(false)
  const changes = [...matrix.draft.values()]
  return (
    <div className="matrix-page">
      <PageHeader
        title={t('policies:title')}
        purpose={t('policies:matrix.purpose')}
        actions={
          <>
            <PolicyView shown="matrix" />
            {changes.length > 0 && (
              <>
                <span className="matrix-changed">{t('policies:matrix.changes', { count: changes.length })}</span>
                <Button icon={<UndoOutlined aria-hidden />} onClick={matrix.undo}>
                  {t('policies:matrix.undo')}
                </Button>
                <Button type="primary" onClick={() => setIsSaving(true)}>
                  {t('policies:matrix.save', { count: changes.length })}
                </Button>
              </>
            )}
          </>
        }
      />
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={12} />
      ) : (
        <>
          {data.doorTotal > data.doors.length && (
            <p>{t('policies:matrix.firstDoors', { shown: data.doors.length, total: data.doorTotal })}</p>
          )}
          {data.doors.length === 0 ? (
            <EmptyState
              drawing="gate"
              title={t('policies:matrix.noDoors.title')}
              text={t('policies:matrix.noDoors.text')}
              action={
                can('device.write') && <Link to={pathTo('deviceList')}>{t('policies:matrix.noDoors.action')}</Link>
              }
            />
          ) : (
            <Painted data={data} matrix={matrix} filter={filter} />
          )}
        </>
      )}
      {isSaving && data && (
        <MatrixSave
          changes={changes}
          matrix={data}
          onClose={() => setIsSaving(false)}
          onSaved={() => {
            matrix.clear()
            setIsSaving(false)
          }}
          onReload={() => {
            void matrix.reload()
            setIsSaving(false)
          }}
        />
      )}
    </div>
  )
}

type PaintedProps = { data: Matrix; matrix: ReturnType<typeof useMatrix>; filter: MatrixFilter }

function Painted({ data, matrix, filter }: PaintedProps) {
  const t = useText()
  const can = useCan()
  const isPhone = useIsPhone()
  const [brush, setBrush] = useState<Paint>(data.timetables[0]?.id ?? 'always')
  const [question, setQuestion] = useState<WhyQuestion>({ personId: undefined, at: undefined })
  const [look, setLook] = useState<{ deviceId: string; cell: Element } | null>(null)
  const onLook = useCallback(
    (deviceId: string | null, cell: Element | null) =>
      setLook((now) =>
        deviceId === null || !cell ? null : now?.deviceId === deviceId && now.cell === cell ? now : { deviceId, cell },
      ),
    [],
  )
  const { personId, at } = question
  // Each moment asks every door: those that the slider only passes are not asked for.
  const restedAt = useRested(at, 150)
  const open = useQuery({
    ...openDoorsQuery(personId ?? '', restedAt, filter.siteId),
    enabled: personId !== undefined,
  }).data
  const mayPaint = can('policy.write')
  const { door: deviceId, group: groupId } = filter
  const doors = useMemo(
    () =>
      data.doors
        .filter((door) => deviceId === undefined || door.deviceId === deviceId)
        .toSorted((a, b) => order.compare(a.area ?? '', b.area ?? '') || order.compare(a.name, b.name)),
    [data.doors, deviceId],
  )
  const groups = useMemo(
    () => data.groups.filter(({ id }) => groupId === undefined || id === groupId),
    [data.groups, groupId],
  )
  const openDoorIds = personId === undefined ? undefined : new Set(open?.deviceIds)
  const { cells, draft, paint } = matrix
  const shared = { ...data, groups, doors, cells, draft, openDoorIds, mayPaint, onPaint: paint }
  return (
    <>
      <WeekSymbols timetables={data.timetables} />
      <MatrixTools data={data} filter={filter}>
        {mayPaint && !isPhone && <MatrixBrushes timetables={data.timetables} brush={brush} onChoose={setBrush} />}
      </MatrixTools>
      {groups.length === 0 || doors.length === 0 ? (
        <EmptyState
          isSmall
          title={t('policies:matrix.noneOfFilter.title')}
          text={t('policies:matrix.noneOfFilter.text')}
        />
      ) : isPhone ? (
        <MatrixPhone {...shared} lookedAt={look?.deviceId} onLook={onLook} />
      ) : (
        <MatrixGrid {...shared} brush={brush} onBrush={setBrush} onUndo={matrix.undo} onLook={onLook} />
      )}
      <WhyBar
        question={question}
        open={
          personId !== undefined && open
            ? { open: open.deviceIds.length, asked: open.asked, total: data.doorTotal }
            : undefined
        }
        onChange={setQuestion}
      />
      {personId !== undefined && look && (
        <WhyCell personId={personId} at={at} deviceId={look.deviceId} cell={look.cell} />
      )}
    </>
  )
}
