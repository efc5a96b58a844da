import { getPolicyMatrix } from '@gatehouse/contract/features/policies/matrix.ts'
import { getStaff } from '@gatehouse/contract/features/staff.ts'
import { getVisitor } from '@gatehouse/contract/features/visitors.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import type { Change } from './changes-for.ts'

type Matrix = Reply<typeof getPolicyMatrix>
type About = NonNullable<Change['about']>
/** The words below a change: a sentence, and the places that it names. */
type Effect = { text: string; places: readonly { key: string; text: string }[] }

/** So many doors or groups are named. */
const most = 5

/** The effect of a change on others than this person, by the access as it stands now. */
export function ChangePreview({ about, name, deviceId }: { about: About; name: string; deviceId: string }) {
  const t = useText()
  const { person } = about
  const matrix = useQuery(queryOf(getPolicyMatrix))
  const staff = useQuery({
    ...queryOf(getStaff, { params: { id: person?.id ?? '' } }),
    enabled: person?.kind === 'staff',
  })
  const visitor = useQuery({
    ...queryOf(getVisitor, { params: { id: person?.id ?? '' } }),
    enabled: person?.kind === 'visitor',
  })
  const asked = [matrix, ...(person?.kind === 'staff' ? [staff] : person?.kind === 'visitor' ? [visitor] : [])]
  const failed = asked.find(({ error, data }) => error && !data)
  if (failed) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (!matrix.data || asked.some(({ data }) => !data)) return <DetailSkeleton lines={2} />
  const groups = (staff.data ?? visitor.data)?.groups ?? []
  const { text, places } = effectOf(matrix.data, { about, name, deviceId, groups, t })
  return (
    <>
      <p>{text}</p>
      {places.length > 0 && (
        <ul>
          {places.slice(0, most).map((place) => (
            <li key={place.key}>{place.text}</li>
          ))}
          {places.length > most && <li>{t('records:effect.more', { count: places.length - most })}</li>}
        </ul>
      )}
    </>
  )
}

type Asked = { about: About; name: string; deviceId: string; groups: readonly { id: string }[]; t: Text }

function effectOf(matrix: Matrix, { about, name, deviceId, groups, t }: Asked): Effect {
  const { cells, doors, timetables } = matrix
  const nameOfDoor = new Map(doors.map((door) => [door.deviceId, door.name]))
  const groupOf = (id: string) => matrix.groups.find((group) => group.id === id)
  const nameOfGroup = (id: string) => groupName(groupOf(id)?.name ?? '', t)
  const hoursOf = (ids: readonly string[]) =>
    ids.length === 0
      ? t('records:effect.always')
      : timetables
          .filter(({ id }) => ids.includes(id))
          .map((timetable) => timetable.name)
          .join(t('list:comma'))
  const { effect, groupId = '', timetableId = '' } = about
  switch (effect) {
    case 'doorsOfGroup': {
      const passed = cells.filter((cell) => cell.groupId === groupId && cell.isBound)
      return {
        text: t('records:effect.doorsOfGroup', { name, group: nameOfGroup(groupId), count: passed.length }),
        places: passed.map(({ deviceId: key, timetableIds }) => ({
          key,
          text: `${nameOfDoor.get(key) ?? ''} · ${hoursOf(timetableIds)}`,
        })),
      }
    }
    case 'groupsOfPerson':
      return {
        text: t(groups.length === 0 ? 'records:effect.noGroup' : 'records:effect.groupsOfPerson', { name }),
        places: groups.map(({ id: key }) => ({
          key,
          text: `${nameOfGroup(key)} · ${t('records:effect.people', { count: groupOf(key)?.people ?? 0 })}`,
        })),
      }
    case 'hoursOfGroup': {
      const here = cells.find((cell) => cell.groupId === groupId && cell.deviceId === deviceId)
      return {
        text: t('records:effect.hoursOfGroup', {
          group: nameOfGroup(groupId),
          count: groupOf(groupId)?.people ?? 0,
          hours: hoursOf(here?.timetableIds ?? []),
        }),
        places: [],
      }
    }
    case 'placesOfTimetable': {
      const used = cells.filter((cell) => cell.timetableIds.includes(timetableId))
      return {
        text: t('records:effect.placesOfTimetable', { count: used.length }),
        places: used.map((cell) => ({
          key: `${cell.groupId} ${cell.deviceId}`,
          text: `${nameOfGroup(cell.groupId)} · ${nameOfDoor.get(cell.deviceId) ?? ''}`,
        })),
      }
    }
  }
}
