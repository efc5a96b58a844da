import { exportMusterReport, type Muster } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Link, useSearchParams, type LoaderFunction } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyZone, formatInstant } from '../../lib/format-date.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useUrlState } from '../../ui/list/list-url-state.ts'
import { DownloadButton } from '../../ui/page/download-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { EndMuster } from './end-muster.tsx'
import { MarkedPeople } from './marked-people.tsx'
import { MissingPeople } from './missing-people.tsx'
import { MusterEvents } from './muster-events.tsx'
import { MusterFigures } from './muster-figures.tsx'
import { MusterKind } from './muster-kind.tsx'
import { MusterPoints } from './muster-points.tsx'
import { musterDetail } from './muster-queries.ts'
import { viewState } from './muster-view.ts'
import { PrintList } from './print-list.tsx'
import { Running } from './running.tsx'
import { StewardLinks } from './steward-links.tsx'
import { VisitorsOnly } from './visitors-only.tsx'
import './muster.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  ({ request }) => {
    const musterId = new URL(request.url).searchParams.get('id')
    if (musterId !== null) void client.prefetchQuery({ ...musterDetail(musterId), retry: false })
    return null
  }

/** `/sign/muster/detail?id=`: one muster, while it runs and afterwards. */
export function Component() {
  const t = useText()
  const [params] = useSearchParams()
  const musterId = params.get('id')
  const query = useQuery({ ...musterDetail(musterId ?? ''), enabled: musterId !== null, retry: false })
  if (query.data) return <MusterDetail key={query.data.id} muster={query.data} />
  const isGone = musterId === null || (query.error instanceof CallError && [400, 404].includes(query.error.status))
  if (isGone)
    return (
      <EmptyState
        isPage
        title={t('muster:missingMuster.title')}
        text={t('muster:missingMuster.text')}
        action={<Link to={pathTo('muster')}>{t('muster:missingMuster.back')}</Link>}
      />
    )
  if (query.isError) return <ErrorPanel isPage error={query.error} onRetry={() => void query.refetch()} />
  return (
    <>
      <PageHeader title={t('muster:title')} purpose={t('muster:purpose')} />
      <DetailSkeleton lines={12} />
    </>
  )
}

function MusterDetail({ muster }: { muster: Muster }) {
  const t = useText()
  const can = useCan()
  const [view, change] = useUrlState(viewState)
  const isRunning = muster.endedAt === null
  const mayManage = can('muster.manage')
  return (
    <div className="muster" data-drill={muster.isDrill}>
      {muster.isDrill && (
        <p className="muster-drill">
          <strong>{t('muster:kind.drill')}</strong> {t('muster:drillText')}
        </p>
      )}
      <PageHeader
        title={t(muster.isDrill ? 'muster:kindWhole.drill' : 'muster:kindWhole.real')}
        meta={<MusterKind isDrill={muster.isDrill} />}
        purpose={<Facts muster={muster} />}
        actions={
          <>
            <PrintList muster={muster} />
            {isRunning && mayManage && <EndMuster id={muster.id} />}
            {!isRunning &&
              mayManage &&
              (['pdf', 'xlsx'] as const).map((format) => (
                <DownloadButton
                  key={format}
                  route={exportMusterReport}
                  params={{ id: muster.id }}
                  query={{ format, language: currentLanguage() }}
                >
                  {t(`muster:report.${format}`)}
                </DownloadButton>
              ))}
          </>
        }
      />
      {muster.note !== null && <p className="muster-note">{muster.note}</p>}
      {muster.endNote !== null && <p className="muster-note">{muster.endNote}</p>}
      <VisitorsOnly />
      <MusterFigures muster={muster} />
      <div className="muster-columns">
        <div>
          <MissingPeople muster={muster} view={view} change={change} />
          <MarkedPeople muster={muster} view={view} change={change} />
        </div>
        <div>
          <MusterPoints muster={muster} chosenId={view.pointId} onChoose={(pointId) => change({ pointId })} />
          {isRunning && mayManage && <StewardLinks muster={muster} />}
          {mayManage && <MusterEvents muster={muster} />}
        </div>
      </div>
    </div>
  )
}

/** The sentence before any figure: where, since when, by whom. */
function Facts({ muster }: { muster: Muster }) {
  const t = useText()
  const { site, startedAt, startedBy, startedHow, endedAt, endedBy } = muster
  const facts = { site: site.name, by: startedBy, how: t(`muster:how.${startedHow}`) }
  const from = formatInstant(startedAt, 'minute', site.timeZone)
  const clock = site.timeZone !== companyZone() && ` · ${t('muster:facts.clock', { zone: site.timeZone })}`
  if (endedAt !== null)
    return (
      <>
        {t('muster:facts.ended', {
          ...facts,
          from,
          to: formatInstant(endedAt, 'minute', site.timeZone).slice(11),
          endedBy: endedBy ?? '',
        })}
        {clock}
      </>
    )
  return (
    <>
      {t('muster:facts.running', { ...facts, at: from.slice(11) })} · {t('muster:facts.runningFor')}{' '}
      <Running since={startedAt} />
      {clock}
    </>
  )
}
