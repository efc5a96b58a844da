import { resetAreaPassback } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import type { Area } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { sentences } from '../../../i18n/sentences.ts'
import { useCan } from '../../../lib/use-can.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { useConfirm } from '../../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { areaRulesOf } from '../site-queries.ts'
import { occupancySentences, passbackSentences } from './rule-sentences.ts'
import { RuleWarnings } from './rule-warnings.tsx'
import { useGroupNames } from './use-group-names.ts'
import { useTimetableNames } from './use-timetable-names.ts'
import './rules.css'

/** The rules of the chosen area in plain sentences, and for who may the way to change them. */
export function AreaRulesCard({ area }: { area: Pick<Area, 'id' | 'name'> }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const confirm = useConfirm()
  const panel = usePanelRoute(pathTo('siteDetail'))
  const groups = useGroupNames()
  const { data, error, refetch } = useQuery(areaRulesOf(area.id))
  const timetable = useTimetableNames([data?.antiPassback?.resetTimetableId])
  const reset = () =>
    confirm({
      title: t('rules:passback.resetTitle', { area: area.name }),
      text: t('rules:passback.resetText'),
      action: t('rules:passback.reset'),
      run: async () => {
        await callAndRefresh(resetAreaPassback, { params: { id: area.id } })
        toast.done(t('rules:passback.resetDone', { area: area.name }))
      },
    })
  const title = t('rules:area.title', { area: area.name })
  return (
    <section className="rule-card" aria-label={title}>
      <h2>{title}</h2>
      {data ? (
        <>
          <h3>{t('rules:passback.title')}</h3>
          <p>{sentences(...passbackSentences(data.antiPassback, { t, groups, timetable }))}</p>
          <h3>{t('rules:occupancy.title')}</h3>
          <p>{sentences(...occupancySentences(data.occupancyLimit, { t, groups }))}</p>
          <RuleWarnings of={data} mode={data.antiPassback?.mode ?? 'none'} hasLimit={data.occupancyLimit !== null} />
          {can('site.write') && (
            <div className="rule-actions">
              <Button
                size="small"
                aria-label={t('rules:changeOf', { rule: title })}
                onClick={() => panel.open(`area/${area.id}/rules`)}
              >
                {t('rules:change')}
              </Button>
              {data.antiPassback && (
                <Button size="small" onClick={reset}>
                  {t('rules:passback.reset')}
                </Button>
              )}
            </div>
          )}
        </>
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton lines={4} />
      )}
    </section>
  )
}
