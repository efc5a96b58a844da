import {
  cancelImport,
  deleteImport,
  getImportResult,
  getRefusedPortraits,
  importOutcomes,
  type ImportRow,
  type ImportRun as Run,
} from '@gatehouse/contract/features/imports.ts'
import { problemText } from '@gatehouse/contract/texts/import-texts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { DownloadButton } from '../../ui/page/download-button.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { importRowsQuery, importRunQuery, rowsOnPage } from './import-queries.ts'
import { staffPath } from './staff-columns.tsx'
import { Segments } from '../../ui/page/segments.tsx'

export const runMeaning = {
  uploading: 'waiting',
  running: 'waiting',
  done: 'good',
  cancelled: 'none',
} as const satisfies Record<Run['state'], Meaning>

const isOpen = ({ state }: Run) => state === 'uploading' || state === 'running'
const doneOf = ({ counts }: Run) => counts.created + counts.updated + counts.unchanged + counts.failed

/** One import: its progress, the result of each line or picture, and the files to download. */
export function ImportRun({ id, onForgotten }: { id: string; onForgotten: () => void }) {
  const t = useText()
  const query = useQuery(importRunQuery(id))
  const run = query.data
  if (!run) return query.error ? <ErrorPanel error={query.error} onRetry={() => void query.refetch()} /> : null
  const { total, counts, secondsLeft } = run
  const done = doneOf(run)
  const left =
    secondsLeft === null
      ? ''
      : secondsLeft < 90
        ? t('imports:run.secondsLeft', { seconds: secondsLeft })
        : t('imports:run.minutesLeft', { minutes: Math.round(secondsLeft / 60) })
  return (
    <section className="import-run" aria-label={t('imports:run.title')}>
      <div className="import-run-head">
        <strong>{run.name}</strong>
        <StatusMark meaning={runMeaning[run.state]}>{t(`imports:run.state.${run.state}`)}</StatusMark>
      </div>
      <Progress
        percent={total === 0 ? 0 : Math.floor((100 * done) / total)}
        status={isOpen(run) ? 'active' : 'normal'}
        aria-label={t('imports:run.progress', { done, total })}
      />
      <p role="status">
        {t('imports:run.progress', { done, total })} {left}
      </p>
      <p>
        {t('imports:run.succeeded', { count: done - counts.failed })} ·{' '}
        {t('imports:run.failed', { count: counts.failed })}
      </p>
      <p className="import-quiet">
        {importOutcomes
          .filter((outcome) => counts[outcome] > 0)
          .map((outcome) => t(`imports:run.counts.${outcome}`, { count: counts[outcome] }))
          .join(' · ')}
      </p>
      {run.namesNobody && (
        <p role="alert" className="import-refusal">
          {t('imports:run.namesNobody')}
        </p>
      )}
      {run.ignoredColumns.length > 0 && (
        <p className="import-quiet">
          {t('imports:run.ignored', { columns: run.ignoredColumns.join(t('list:comma')) })}
        </p>
      )}
      <RunWays run={run} onForgotten={onForgotten} />
      <RunRows run={run} />
    </section>
  )
}

function RunWays({ run, onForgotten }: { run: Run; onForgotten: () => void }) {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const params = { id: run.id }
  const stop = useMutation({ ...mutationOf(cancelImport), onError: toast.failed })
  const isList = run.kind === 'staff'
  const hasFile = isList || run.counts.failed > 0
  return (
    <div className="import-ways">
      {hasFile && !isOpen(run) && (
        <DownloadButton
          route={isList ? getImportResult : getRefusedPortraits}
          params={params}
          query={{ language: currentLanguage() }}
        >
          {isList ? t('imports:run.download') : t('imports:run.refused')}
        </DownloadButton>
      )}
      {isOpen(run) && (
        <Button loading={stop.isPending} onClick={() => stop.mutate({ params })}>
          {t('imports:run.stop')}
        </Button>
      )}
      {!isOpen(run) && (
        <Button
          type="text"
          danger
          onClick={() =>
            void confirmDelete({
              title: t('imports:run.deleteQuestion', { name: run.name }),
              text: t('imports:run.deleteText'),
              action: t('imports:run.delete'),
              ends: [run.id],
              run: async () => {
                await call(deleteImport, { params })
                onForgotten()
              },
            })
          }
        >
          {t('imports:run.delete')}
        </Button>
      )}
    </div>
  )
}

const filters = ['all', 'failed', 'created', 'updated', 'unchanged'] as const
type Filter = (typeof filters)[number]

function RunRows({ run }: { run: Run }) {
  const t = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const [page, setPage] = useState(1)
  const rows = useQuery(importRowsQuery(run.id, filter === 'all' ? undefined : filter, page))
  const total = rows.data?.total ?? 0
  return (
    <>
      <Segments
        label={t('imports:run.what')}
        value={filter}
        options={filters.map((value) => ({
          value,
          label:
            value === 'all' ? t('imports:run.all') : t(`imports:run.counts.${value}`, { count: run.counts[value] }),
        }))}
        onChange={(value) => {
          setFilter(value)
          setPage(1)
        }}
      />
      {rows.data && total === 0 && <p className="import-quiet">{t('imports:run.empty')}</p>}
      {total > 0 && (
        <table className="import-rows">
          <thead>
            <tr>
              <th scope="col">{run.kind === 'staff' ? t('imports:run.line') : t('imports:run.picture')}</th>
              <th scope="col">{t('imports:run.what')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.data?.items.map((row) => (
              <Row key={row.number} row={row} isList={run.kind === 'staff'} />
            ))}
          </tbody>
        </table>
      )}
      {total > rowsOnPage && (
        <div className="import-ways">
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('imports:run.previous')}
          </Button>
          <Button disabled={page * rowsOnPage >= total} onClick={() => setPage(page + 1)}>
            {t('imports:run.next')}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ row, isList }: { row: ImportRow; isList: boolean }) {
  const t = useText()
  const { number, label, outcome, problems, person, alike } = row
  const meaning: Meaning = outcome === null ? 'waiting' : outcome === 'failed' ? 'bad' : 'good'
  const words = outcome === null ? t('imports:run.waiting') : t(`imports:outcome.${outcome}`)
  const reasons = problems.map((problem) => problemText(currentLanguage(), problem)).join('; ')
  return (
    <tr>
      <th scope="row">
        {isList ? `${number} ` : ''}
        {person ? <Link to={staffPath(person.id)}>{label || person.name}</Link> : label}
      </th>
      <td>
        <StatusMark meaning={meaning}>{words}</StatusMark>
        {reasons && <p>{reasons}</p>}
        {problems.flatMap(({ checks }) =>
          (checks ?? []).map(({ check }) => <p key={check}>{t(`form:portrait.advice.${check}`)}</p>),
        )}
        {alike?.person && <p>{t('imports:run.alike', { name: alike.person.name })}</p>}
      </td>
    </tr>
  )
}
