import { createTimetable, type Timetable, updateTimetable } from '@gatehouse/contract/features/timetables.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, DatePicker, Input } from 'antd'
import dayjs from 'dayjs'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { CallError, isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useDirtyGuard } from '../../ui/form/form-guard.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { TimetableFit } from '../../parts/passage/timetable-fit.tsx'
import { HolidayList } from './holiday-list.tsx'
import { TimetableChanges } from './timetable-changes.tsx'
import { changesBetween, type Draft, draftOf, emptyDraft, inputOf, isSameDraft } from './timetable-draft.ts'
import { timetableDetail } from './timetable-queries.ts'
import { WeekGrid } from './week-grid.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import '../../ui/detail/detail.css'
import './timetable-detail.css'

const list = pathTo('schedules')

/** `/sign/schedules/detail`: a new timetable; `?id=` an old one; `?copy=` a new one that begins like an old one. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const id = params.get('id')
  const source = id ?? params.get('copy')
  const query = useQuery({ ...timetableDetail(source ?? ''), enabled: source !== null, retry: false })
  if (source === null) return <TimetableForm key="new" saved={null} start={emptyDraft} />
  if (query.data && id) return <TimetableForm key={id} saved={query.data} start={draftOf(query.data)} />
  if (query.data) {
    const start = { ...draftOf(query.data), name: '' }
    return <TimetableForm key={`copy ${source}`} saved={null} start={start} />
  }
  if (!query.isError) {
    return (
      <>
        <PageHeader title={t('timetables:title')} />
        <div className="detail-card">
          <DetailSkeleton lines={12} />
        </div>
      </>
    )
  }
  const isGone = query.error instanceof CallError && [400, 404].includes(query.error.status)
  if (!isGone) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <EmptyState
      isPage
      title={t('timetables:missing.title')}
      text={t('timetables:missing.text')}
      action={<Link to={list}>{t('timetables:missing.back')}</Link>}
    />
  )
}

function TimetableForm({ saved, start }: { saved: Timetable | null; start: Draft }) {
  const t = useText()
  const can = useCan()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  const [basis, setBasis] = useState({ draft: start, version: saved?.version })
  const [draft, setDraft] = useState(start)
  const [error, setError] = useState<unknown>(null)
  const [nameProblem, setNameProblem] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const mayWrite = can('timetable.write')
  const isDirty = !isSameDraft(basis.draft, draft)
  const markDirty = useDirtyGuard()
  useEffect(() => markDirty(isDirty), [markDirty, isDirty])
  const edit = (patch: Partial<Draft>) => setDraft((now) => ({ ...now, ...patch }))
  const isNewer = saved !== null && basis.version !== undefined && saved.version > basis.version

  const save = async () => {
    if (draft.name.trim() === '') return setNameProblem(t('form:problem.required'))
    const wrongHours = document.querySelector<HTMLElement>('.week-grid [aria-invalid="true"]')
    if (wrongHours) return wrongHours.focus()
    setIsSaving(true)
    setError(null)
    try {
      const body = inputOf(draft)
      const result = saved
        ? await call(updateTimetable, { params: { id: saved.id }, body: { ...body, version: basis.version } })
        : await call(createTimetable, { body })
      markDirty(false)
      const kept = draftOf(result)
      setBasis({ draft: kept, version: result.version })
      setDraft(kept)
      client.setQueryData(timetableDetail(result.id).queryKey, result)
      toast.done(t('timetables:saved', { name: result.name }))
      if (!saved) void navigate(pathTo('schedulesDetail', { query: { id: result.id } }), { replace: true })
    } catch (failure) {
      if (isCode<typeof updateTimetable>(failure, 'timetable.name-taken')) setNameProblem(errorText(failure, t))
      else setError(failure)
    } finally {
      setIsSaving(false)
    }
  }
  const reload = () => {
    if (!saved) return
    setBasis({ draft: draftOf(saved), version: saved.version })
    setDraft(draftOf(saved))
    setError(null)
  }

  const date = (value: string | null) => (value === null ? null : dayjs(value))
  return (
    <>
      <PageHeader
        isThing
        title={saved ? basis.draft.name : t('timetables:new')}
        purpose={t('timetables:detailPurpose')}
        actions={
          mayWrite && (
            <>
              <Button disabled={!isDirty || isSaving} onClick={() => setDraft(basis.draft)}>
                {t('timetables:discard')}
              </Button>
              <Button
                type="primary"
                loading={isSaving}
                disabled={saved !== null && !isDirty}
                onClick={() => void save()}
              >
                {t('form:save')}
              </Button>
            </>
          )
        }
      />
      {isNewer && (
        <Notice
          kind="attention"
          title={t('timetables:changedMeanwhile')}
          action={<Button onClick={reload}>{t('timetables:reload')}</Button>}
        />
      )}
      {error !== null && (
        <Notice kind="bad" title={t('form:failedTitle')}>
          {errorText(error, t)}
        </Notice>
      )}
      <TimetableFit timetableId={saved?.id} timetable={inputOf(draft)} />
      <div className="timetable-columns">
        <div>
          <section className="detail-card" aria-label={t('timetables:basics')}>
            <div className="timetable-fields">
              <label>
                <span>{t('timetables:column.name')}</span>
                <Input
                  value={draft.name}
                  maxLength={30}
                  disabled={!mayWrite}
                  aria-required
                  aria-invalid={nameProblem !== null}
                  {...(nameProblem ? { status: 'error' as const } : {})}
                  onChange={(event) => {
                    setNameProblem(null)
                    edit({ name: event.target.value })
                  }}
                />
                {nameProblem && <small role="alert">{nameProblem}</small>}
              </label>
              {(['validFromOn', 'validToOn'] as const).map((end) => (
                <label key={end}>
                  <span>{t(`timetables:${end}`)}</span>
                  <DatePicker
                    value={date(draft[end])}
                    disabled={!mayWrite}
                    placeholder={t('timetables:always')}
                    disabledDate={(day) => {
                      const other = draft[end === 'validFromOn' ? 'validToOn' : 'validFromOn']
                      if (other === null) return false
                      return end === 'validFromOn' ? day.format('YYYY-MM-DD') > other : day.format('YYYY-MM-DD') < other
                    }}
                    onChange={(day) => edit({ [end]: day ? day.format('YYYY-MM-DD') : null })}
                  />
                </label>
              ))}
            </div>
          </section>
          <section className="detail-card" aria-label={t('timetables:grid.label')}>
            <h2>{t('timetables:grid.label')}</h2>
            <WeekGrid
              rows={draft.rows}
              {...(mayWrite
                ? { onChange: (rows) => setDraft((now) => ({ ...now, rows: { ...now.rows, ...rows } })) }
                : {})}
            />
          </section>
        </div>
        <div>
          <TimetableChanges changes={changesBetween(basis.draft, draft)} saved={saved} />
          <HolidayList
            holidays={draft.holidays}
            {...(mayWrite ? { onChange: (holidays) => edit({ holidays }) } : {})}
          />
        </div>
      </div>
    </>
  )
}
