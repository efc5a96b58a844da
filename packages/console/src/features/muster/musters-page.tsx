import { listMusters, type MusterSummary } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link, useNavigate, type LoaderFunction } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { pagesOf } from '../../ui/list/list-pages.ts'
import { readUrlState, useUrlState } from '../../ui/list/list-url-state.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { musterColumns, visitorMusterColumns } from './muster-columns.tsx'
import { musterList, runningMusters, siteNames } from './muster-queries.ts'
import { MusterKind } from './muster-kind.tsx'
import { timeOfDayAtSite } from './muster-time.ts'
import { StartMuster } from './start-muster.tsx'
import { VisitorsOnly } from './visitors-only.tsx'
import './muster.css'

const schema = listMusters.query.pick({ page: true, size: true, siteId: true })
const rowName = ({ site, startedAt }: MusterSummary) =>
  `${site.name}, ${formatInstant(startedAt, 'minute', site.timeZone)}`
const pathOf = ({ id }: { id: string }) => pathTo('musterDetail', { query: { id } })

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    void client.prefetchQuery(runningMusters)
    void client.prefetchQuery(
      musterList({ ...readUrlState(schema, new URL(request.url).searchParams), isRunning: 'false' }),
    )
    return null
  }

/** `/sign/muster`: what runs now, the start of another one, and those of the past. */
export function Component() {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const [state, change] = useUrlState(schema)
  const running = useQuery(runningMusters)
  const query = useQuery(musterList({ ...state, isRunning: 'false' }))
  const sites = useQuery(siteNames)
  return (
    <>
      <PageHeader isFolding title={t('muster:title')} purpose={t('muster:purpose')} />
      <VisitorsOnly />
      <RunningMusters musters={running.data?.items ?? []} />
      {can('muster.manage') && <StartMuster running={running.data?.items ?? []} siteId={state.siteId} />}
      <h2 className="muster-past">{t('muster:past')}</h2>
      <ListPage<MusterSummary>
        name="musters"
        label={t('muster:past')}
        query={query}
        columns={can('muster.staff') ? musterColumns : visitorMusterColumns}
        rowName={rowName}
        onOpen={(row) => void navigate(pathOf(row))}
        filters={
          (sites.data?.length ?? 0) > 1
            ? [
                {
                  key: 'siteId',
                  label: t('muster:column.site'),
                  options: sites.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [],
                },
              ]
            : []
        }
        filtered={{ isSet: state.siteId !== undefined, onClear: () => change({ siteId: undefined }) }}
        paging={pagesOf(state, query.data?.total ?? 0, change)}
        count={t('muster:total', { count: query.data?.total ?? 0 })}
        empty={{
          drawing: 'flag',
          title: t('muster:empty.title'),
          text: t(can('muster.manage') ? 'muster:empty.text' : 'muster:empty.seen'),
        }}
        exportPage={async (place, signal) => {
          const page = Number(place ?? 1)
          const found = await call(
            listMusters,
            { query: { ...state, isRunning: 'false', page, size: 200 } },
            { signal },
          )
          return { rows: found.items, next: page * 200 < found.total ? String(page + 1) : undefined }
        }}
      />
    </>
  )
}

function RunningMusters({ musters }: { musters: readonly MusterSummary[] }) {
  const t = useText()
  const can = useCan()
  if (musters.length === 0) return null
  return (
    <section className="muster-running" aria-label={t('muster:running.title')}>
      <h2>{t('muster:running.title')}</h2>
      <ul>
        {musters.map((muster) => (
          <li key={muster.id} data-drill={muster.isDrill}>
            <MusterKind isDrill={muster.isDrill} />
            <div>
              <b>{muster.site.name}</b>
              <p>
                {t('muster:running.words', {
                  at: timeOfDayAtSite(muster.startedAt, muster.site.timeZone),
                  by: muster.startedBy,
                })}
              </p>
            </div>
            <strong className="tabular">
              {t(can('muster.staff') ? 'muster:running.missing' : 'muster:visitors.runningMissing', {
                count: muster.counts.missing,
              })}
            </strong>
            <Link
              className="muster-open"
              aria-label={t('muster:running.openOf', { site: muster.site.name })}
              to={pathOf(muster)}
            >
              {t('muster:running.open')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
