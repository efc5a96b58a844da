import type { MatrixTimetable } from '@gatehouse/contract/features/policies/matrix.ts'
import type { Text } from '../../../i18n/i18n.ts'
import type { Access } from './matrix-draft.ts'

export type TimetableNames = ReadonlyMap<string, MatrixTimetable>

/** A cell in words: "none", "always", the names of its timetables, or that they have no effect. */
export function accessWords({ isBound, timetableIds }: Access, timetables: TimetableNames, t: Text): string {
  if (timetableIds.length === 0) return t(isBound ? 'policies:matrix.always' : 'policies:matrix.none')
  const names = timetableIds.map((id) => {
    const timetable = timetables.get(id)
    if (!timetable) return id
    return timetable.neverOpens ? t('policies:matrix.neverOpens', { name: timetable.name }) : timetable.name
  })
  const words = names.join(t('policies:matrix.and'))
  return isBound ? words : t('policies:matrix.idle', { names: words })
}
