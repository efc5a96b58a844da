import type { Muster, MusterPerson } from '@gatehouse/contract/features/muster.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Pagination } from 'antd'
import { useState } from 'react'
import { type Text, useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { nameOf } from './missing-person.tsx'
import type { MusterView } from './muster-view.ts'
import { musterPeople } from './muster-queries.ts'
import { timeAtSite } from './muster-time.ts'
import { useMark } from './use-mark.ts'
import { Segments } from '../../ui/page/segments.tsx'

const pageSize = 20

type Props = { muster: Muster; view: MusterView; change: (next: Partial<MusterView>) => void }

/** People who were marked, with when and by whom: small, below those who are missing. */
export function MarkedPeople({ muster, view, change }: Props) {
  const t = useText()
  const can = useCan()
  const title = t(can('muster.staff') ? 'muster:marked.title' : 'muster:visitors.marked')
  const { keyword, pointId, marked, markedPage } = view
  const query = useQuery(
    musterPeople(muster.id, {
      state: marked,
      keyword,
      pointId,
      page: markedPage,
      size: pageSize,
      sort: 'name',
      order: 'asc',
    }),
  )
  const [said, setSaid] = useState('')
  const mark = useMark(muster.id, setSaid)
  const mayMark = can('muster.mark') && muster.endedAt === null
  const { counts } = muster
  const options = [
    { value: 'safe' as const, label: `${t('muster:marked.safe')} ${formatNumber(counts.safe)}` },
    { value: 'not-on-site' as const, label: `${t('muster:marked.not-on-site')} ${formatNumber(counts.notOnSite)}` },
  ]
  const total = query.data?.total ?? 0
  return (
    <section className="muster-block" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segments
          label={title}
          value={marked}
          options={options}
          onChange={(next) => change({ marked: next, markedPage: 1 })}
        />
      </header>
      {total === 0 && <p className="muster-quiet">{t('muster:marked.none')}</p>}
      <ul className="muster-marked" aria-label={title}>
        {query.data?.items.map((person) => (
          <li key={person.id}>
            <b>{nameOf(person, t)}</b>
            <span>{wordsOf(person, muster, t)}</span>
            {mayMark && (
              <Button
                size="small"
                type="text"
                aria-label={t('muster:person.undoOf', { name: nameOf(person, t) })}
                onClick={() => void mark(person, 'missing')}
              >
                {t('muster:person.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {total > pageSize && (
        <Pagination
          simple
          current={markedPage}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={(next) => change({ markedPage: next })}
        />
      )}
      <p className="for-readers" role="status">
        {said}
      </p>
    </section>
  )
}

function wordsOf({ mark }: MusterPerson, { site, startedAt }: Muster, t: Text): string {
  if (!mark) return ''
  const time = timeAtSite(mark.at, { timeZone: site.timeZone, startedAt })
  const by = t(`muster:marked.how.${mark.how}`, { by: mark.by })
  return mark.point
    ? t('muster:marked.wordsAt', { time, by, point: mark.point.name })
    : t('muster:marked.words', { time, by })
}
