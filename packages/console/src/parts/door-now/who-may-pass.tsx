import { getWhoMayPass, type WhoMayPass as Answer } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import { groupName } from '../passage/list-group-name.ts'
import { WeekOf, WeekSymbols } from '../passage/week-symbols.tsx'

/** The people whom each reader of a door lets pass now, and the hours of its groups: of two readers, a half for each way. */
export function WhoMayPass({ door: { site, readers } }: { door: Pick<Door, 'site' | 'readers'> }) {
  const t = useText()
  const can = useCan()
  const asked = useQueries({
    queries: readers.map(({ deviceId, port }) => queryOf(getWhoMayPass, { query: { deviceId, port } })),
  })
  const failed = asked.find(({ error, data }) => error && !data)
  const answers = asked.flatMap(({ data }) => data ?? [])
  const timetables = new Map(answers.flatMap((answer) => answer.timetables.map((one) => [one.id, one] as const)))
  return (
    <section>
      <header>
        <h2>{t('doorNow:who.title')}</h2>
        <Link to={pathTo('policies', { below: 'matrix', query: { siteId: site.id } })}>
          {t(can('policy.write') ? 'doorNow:who.edit' : 'doorNow:who.see')}
        </Link>
      </header>
      {failed ? (
        <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
      ) : answers.length < readers.length ? (
        <DetailSkeleton lines={4} />
      ) : (
        <>
          <WeekSymbols timetables={[...timetables.values()]} />
          {readers.map((reader, place) => (
            <Half
              key={`${reader.deviceId} ${reader.port}`}
              reader={readers.length > 1 ? reader : undefined}
              answer={answers[place]}
            />
          ))}
        </>
      )}
    </section>
  )
}

/** One reader; it is named where the door has several. */
function Half({ reader, answer }: { reader: DoorReader | undefined; answer: Answer | undefined }) {
  const t = useText()
  if (!answer) return null
  const { count, people, groups, timetables } = answer
  const hoursOf = (ids: readonly string[]) =>
    ids.length === 0
      ? t('doorNow:who.always')
      : timetables
          .filter(({ id }) => ids.includes(id))
          .map(({ name }) => name)
          .join(t('list:comma'))
  return (
    <div className="door-who">
      {reader && (
        <h3>
          {t(`doorNow:way.${reader.effectiveDirection}`)} <small>{reader.deviceName}</small>
        </h3>
      )}
      <p>
        {groups.length === 0
          ? t('doorNow:who.noGroup')
          : count === 0
            ? t('doorNow:who.nobody')
            : t('doorNow:who.count', { count })}
      </p>
      {people.length > 0 && (
        <ul className="door-who-faces" aria-label={t('doorNow:who.faces')}>
          {people.map(({ id, name, kind, portraitId }) => (
            <li key={id}>
              <Link
                to={pathTo(kind === 'visitor' ? 'visitorDetail' : 'staffDetail', { query: { id } })}
                title={name}
                aria-label={name}
              >
                <FaceThumbnail kind="portrait" imageId={portraitId} />
              </Link>
            </li>
          ))}
          {count > people.length && <li aria-hidden>{t('doorNow:who.more', { count: count - people.length })}</li>}
        </ul>
      )}
      <ul>
        {groups.map(({ id, name, people: members, isOpenNow, timetableIds }) => (
          <li key={id} data-closed={!isOpenNow || undefined}>
            <span>
              {groupName(name, t)}
              <small>{hoursOf(timetableIds)}</small>
            </span>
            <WeekOf access={{ isBound: true, timetableIds }} />
            <small>{t('doorNow:who.members', { count: members })}</small>
          </li>
        ))}
      </ul>
    </div>
  )
}
