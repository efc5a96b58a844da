import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { SearchField } from '../../ui/page/search-field.tsx'
import { groupsOf } from './group-queries.ts'
import { groupPages, useSelectedGroup, useGroupKind } from './use-group.ts'

/** The groups at the left: search, choose, create. */
export function GroupList({ onChosen }: { onChosen?: () => void }) {
  const t = useText()
  const can = useCan()
  const kind = useGroupKind()
  const groups = useQuery(groupsOf(kind))
  const chosen = useSelectedGroup()
  const { base, write } = groupPages[kind]
  const panel = usePanelRoute(base)
  const [search, setSearch] = useState('')
  const all = groups.data
  const wanted = search.trim().toLowerCase()
  const shown = all?.filter(({ name }) => groupName(name, t).toLowerCase().includes(wanted))

  return (
    <section className="group-list" aria-label={t('groups:list')}>
      <div className="group-list-head">
        <h2>{t('groups:list')}</h2>
        {can(write) && (
          <Button
            type="text"
            icon={<PlusOutlined aria-hidden />}
            aria-label={t('groups:add')}
            title={t('groups:add')}
            onClick={() => panel.open('new')}
          />
        )}
      </div>
      {(all?.length ?? 0) > 8 && <SearchField label={t('groups:search')} value={search} onChange={setSearch} />}
      {groups.isError && !all && <ErrorPanel error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.isPending && <DetailSkeleton lines={5} />}
      {shown?.length === 0 && <p className="group-list-none">{t('groups:noMatch')}</p>}
      {shown && shown.length > 0 && (
        <ul>
          {shown.map((group) => (
            <li key={group.id}>
              <Link
                to={`${base}/${group.id}`}
                aria-current={group.id === chosen.group?.id ? 'true' : undefined}
                onClick={onChosen}
              >
                <span className="group-list-name" title={groupName(group.name, t)}>
                  {groupName(group.name, t)}
                </span>
                <span className="group-list-count" aria-label={t('groups:members', { count: group.memberCount })}>
                  {formatNumber(group.memberCount)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
