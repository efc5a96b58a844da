import { type Muster, musterOrders, type MusterPerson, type MusterState } from '@gatehouse/contract/features/muster.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Pagination, Select } from 'antd'
import { useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { MissingPerson } from './missing-person.tsx'
import type { MusterView } from './muster-view.ts'
import { musterPeople } from './muster-queries.ts'
import { useLingering } from './use-lingering.ts'
import { useMarkedPoint } from './use-marked-point.ts'
import { useMark } from './use-mark.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import { Segments } from '../../ui/page/segments.tsx'

const pageSize = 60

type Props = { muster: Muster; view: MusterView; change: (next: Partial<MusterView>) => void }

/** People who are missing, large. Those who are marked stay in their place for a moment, where a second press takes the mark back. */
export function MissingPeople({ muster, view, change }: Props) {
  const t = useText()
  const can = useCan()
  const seesStaff = can('muster.staff')
  const title = t(seesStaff ? 'muster:missing' : 'muster:visitors.figure.missing')
  const { keyword, sort, pointId, page } = view
  const query = useQuery(
    musterPeople(muster.id, { state: 'missing', keyword, sort, pointId, page, size: pageSize, order: 'asc' }),
  )
  const [isFromPaper, setIsFromPaper] = useState(false)
  const [said, setSaid] = useState('')
  const mark = useMark(muster.id, setSaid)
  const at = useMarkedPoint(muster)
  const { shown, press, postpone } = useHeldRows(query.data?.items, (person, state) => {
    at.keep()
    // Nobody is at a point who is elsewhere, or missing again.
    return mark(person, state, { isFromPaper, pointId: state === 'safe' ? at.pointId : null })
  })
  const total = query.data?.total ?? 0
  const mayMark = can('muster.mark') && muster.endedAt === null
  const isFiltered = Boolean(keyword) || pointId !== undefined
  const point = muster.points.find(({ id }) => id === pointId)
  return (
    <section className="muster-block" aria-label={title}>
      <header>
        <h2>
          {title} <span className="tabular">{formatNumber(total)}</span>
        </h2>
        <Segments
          label={t('muster:order.label')}
          value={sort}
          options={musterOrders.map((value) => ({ value, label: t(`muster:order.${value}`) }))}
          onChange={(next) => change({ sort: next, page: 1 })}
        />
      </header>
      <div className="muster-tools">
        <ListSearch
          value={keyword ?? ''}
          hint={t('muster:search')}
          onSearch={(next) => change({ keyword: next || undefined, page: 1, markedPage: 1 })}
        />
        {point && (
          <Button onClick={() => change({ pointId: undefined })}>
            {t('muster:onlyPoint', { point: point.name })} <span aria-hidden>×</span>
          </Button>
        )}
        {mayMark && muster.points.length > 0 && (
          <label className="muster-marked-point">
            <span>{t('muster:markedPoint.label')}</span>
            <Select
              labelRender={nameLabel}
              aria-label={t('muster:markedPoint.label')}
              value={at.pointId ?? ''}
              popupMatchSelectWidth={false}
              options={[
                { value: '', label: t('muster:markedPoint.none') },
                ...muster.points.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => at.choose(id === '' ? null : id)}
            />
          </label>
        )}
        {mayMark && (
          <Checkbox checked={isFromPaper} onChange={({ target }) => setIsFromPaper(target.checked)}>
            {t('muster:fromPaper')}
          </Checkbox>
        )}
      </div>
      {query.error && !query.data && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {!query.data && !query.error && <div className="muster-skeleton" aria-hidden />}
      {shown?.length === 0 &&
        (isFiltered ? (
          <EmptyState
            isSmall
            title={t(seesStaff ? 'muster:noMatch.title' : 'muster:visitors.noMatch')}
            text={t('muster:noMatch.text')}
            action={
              <Button onClick={() => change({ keyword: undefined, pointId: undefined })}>
                {t(seesStaff ? 'muster:noMatch.clear' : 'muster:visitors.clearFilter')}
              </Button>
            }
          />
        ) : (
          <EmptyState
            isSmall
            title={t(seesStaff ? 'muster:nobodyMissing.title' : 'muster:visitors.nobodyMissing.title')}
            text={t(seesStaff ? 'muster:nobodyMissing.text' : 'muster:visitors.nobodyMissing.text')}
          />
        ))}
      {shown && shown.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the events are those of the buttons in it
        <ul
          className="muster-people"
          aria-label={title}
          onKeyDown={moveFocus}
          onPointerMove={postpone}
          onFocus={postpone}
        >
          {shown.map((person) => (
            <MissingPerson key={person.id} person={person} muster={muster} onMark={mayMark ? press : undefined} />
          ))}
        </ul>
      )}
      {total > pageSize && (
        <Pagination
          simple
          current={page}
          pageSize={pageSize}
          total={total}
          showSizeChanger={false}
          onChange={(next) => change({ page: next })}
        />
      )}
      <p className="for-readers" role="status">
        {said}
      </p>
    </section>
  )
}

/** The rows as they were when somebody began to mark, with the marks in them, until the list is left alone for a while. */
function useHeldRows(
  rows: readonly MusterPerson[] | undefined,
  mark: (person: MusterPerson, state: MusterState) => Promise<boolean>,
) {
  const { ids, linger, postpone, isDoubleTap } = useLingering()
  const [held, setHeld] = useState<readonly MusterPerson[]>()
  const shown = ids.size > 0 ? held : rows
  const press = (person: MusterPerson, state: MusterState) => {
    if (state === 'missing' && isDoubleTap(person.id)) return
    linger(person.id)
    const put = (next: MusterState) => (list: readonly MusterPerson[] | undefined) =>
      list?.map((one) => (one.id === person.id ? { ...one, state: next } : one))
    setHeld(put(state)(shown))
    void mark(person, state).then((isTaken) => {
      if (!isTaken) setHeld(put(person.state))
    })
  }
  return { shown, press, postpone }
}

/** Arrows, J and K go from one person to the next; Space and Enter press the button there. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-mark]')]
  const index = buttons.findIndex((button) => button === document.activeElement)
  if (index < 0) return
  event.preventDefault()
  buttons[index + step]?.focus()
}
