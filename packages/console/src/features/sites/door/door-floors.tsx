import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../../i18n/i18n.ts'
import { useCan } from '../../../lib/use-can.ts'
import { groupList } from '../../../parts/person/group-list.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { useGroupNames } from '../rules/use-group-names.ts'
import { useTimetableNames } from '../rules/use-timetable-names.ts'
import { floorsOf, siteDetail } from '../site-queries.ts'
import '../rules/rules.css'

/** The floors of an elevator in plain sentences: who reaches each, and when. */
export function DoorFloors({ door }: { door: Pick<Door, 'id' | 'site'> }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('doorDetail'), 'rules')
  const groupNames = useGroupNames()
  const floors = useQuery(floorsOf(door.id))
  const site = useQuery(siteDetail(door.site.id))
  const groups = useQuery(groupList())
  const timetable = useTimetableNames((floors.data?.floors ?? []).map(({ timetableId }) => timetableId))
  // A sentence without its names would tell who may reach a floor, and be wrong.
  const failed = [floors, site, groups].find(({ isError, data }) => isError && !data)
  if (failed?.error) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (!floors.data || !site.data || !groups.data) return <DetailSkeleton lines={6} />
  const names = new Map(site.data.areas.map(({ id, name }) => [id, name]))
  return (
    <section className="rule-section" aria-label={t('doorPage:floor.title')}>
      <div className="rule-head">
        <h2>{t('doorPage:floor.title')}</h2>
        {can('site.write') && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => panel.open('floor/new')}>
            {t('doorPage:floor.add')}
          </Button>
        )}
      </div>
      <p className="rule-intro">{t(floors.data.floors.length > 0 ? 'doorPage:floor.intro' : 'doorPage:floor.none')}</p>
      {floors.data.floors.map(({ areaId, output, groupIds, timetableId }) => {
        const area = names.get(areaId) ?? '–'
        const who = groupIds.length > 0 ? t('doorPage:floor.only', { groups: groupNames(groupIds) }) : undefined
        const when = timetableId ? t('doorPage:floor.hours', { timetable: timetable(timetableId) }) : undefined
        return (
          <div key={output} className="rule-row">
            <div>
              <h3>{area}</h3>
              <p>{who ?? t('doorPage:floor.everybody')}</p>
              <p>{when ?? t('doorPage:floor.wholeDay')}</p>
              <p className="rule-quiet">{t('doorPage:floor.output', { output })}</p>
            </div>
            {can('site.write') && (
              <Button
                size="small"
                aria-label={t('rules:changeOf', { rule: area })}
                onClick={() => panel.open(`floor/${output}`)}
              >
                {t('rules:change')}
              </Button>
            )}
          </div>
        )
      })}
    </section>
  )
}
