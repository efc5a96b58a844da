import type { MatrixDoor, MatrixTimetable } from '@gatehouse/contract/features/policies/matrix.ts'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useText } from '../../../i18n/i18n.ts'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import { accessWords } from './access-words.ts'
import { cellKey, type Cells, type Draft, type Paint, shownAccess } from './matrix-draft.ts'
import type { Matrix } from './matrix-queries.ts'
import { WeekOf } from '../../../parts/passage/week-symbols.tsx'

type Props = {
  groups: Matrix['groups']
  doors: readonly MatrixDoor[]
  timetables: readonly MatrixTimetable[]
  cells: Cells
  draft: Draft
  /** Doors that are open for the person who is asked about; undefined: nobody is. */
  openDoorIds: ReadonlySet<string> | undefined
  /** The door whose reasons are asked for. */
  lookedAt: string | undefined
  mayPaint: boolean
  onPaint: (pairs: readonly { groupId: string; deviceId: string }[], paint: Paint) => void
  onLook: (deviceId: string | null, cell: Element | null) => void
}

/** One group at a time, with its hours at each door as a choice. */
export function MatrixPhone(props: Props) {
  const { groups, doors, timetables, cells, draft, openDoorIds, lookedAt, mayPaint, onPaint, onLook } = props
  const t = useText()
  const [chosen, setChosen] = useState<string>()
  const group = groups.find(({ id }) => id === chosen) ?? groups[0]
  if (!group) return null
  const names = new Map(timetables.map((one) => [one.id, one]))
  const options = [
    { value: 'none', label: t('policies:matrix.none') },
    { value: 'always', label: t('policies:matrix.always') },
    ...timetables.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Select
        className="matrix-group"
        aria-label={t('policies:column.group')}
        value={group.id}
        options={groups.map(({ id, name }) => ({ value: id, label: groupName(name, t) }))}
        onChange={setChosen}
      />
      <ul className="matrix-doors" aria-label={t('policies:matrix.grid')}>
        {doors.map((door) => {
          const pair = { groupId: group.id, deviceId: door.deviceId }
          const access = shownAccess(draft, cells, pair)
          const { isBound, timetableIds } = access
          const only = timetableIds.length === 0 ? (isBound ? 'always' : 'none') : timetableIds[0]
          const isPaint = only !== undefined && timetableIds.length <= 1 && (isBound || timetableIds.length === 0)
          return (
            <li key={door.deviceId} data-changed={draft.has(cellKey(pair)) || undefined}>
              <span>
                <b data-open={openDoorIds?.has(door.deviceId) || undefined}>{door.name}</b>
                {door.area && <small>{door.area}</small>}
                {door.doors.length > 0 && <small>{door.doors.join(t('list:comma'))}</small>}
              </span>
              {openDoorIds && (
                <Button
                  size="small"
                  aria-expanded={lookedAt === door.deviceId}
                  aria-label={t('policies:matrix.whyAt', { door: door.name })}
                  onClick={({ currentTarget }) =>
                    lookedAt === door.deviceId ? onLook(null, null) : onLook(door.deviceId, currentTarget)
                  }
                >
                  {t('policies:why.action')}
                </Button>
              )}
              <WeekOf access={access} />
              <Select
                aria-label={t('policies:matrix.hoursAt', { door: door.name })}
                disabled={!mayPaint}
                // Several timetables are no choice of this list, and are said instead.
                value={isPaint ? only : accessWords(access, names, t)}
                options={options}
                onChange={(paint: Paint) => onPaint([pair], paint)}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
