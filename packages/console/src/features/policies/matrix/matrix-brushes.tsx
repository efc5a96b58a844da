import type { MatrixTimetable } from '@gatehouse/contract/features/policies/matrix.ts'
import { useText } from '../../../i18n/i18n.ts'
import { accessOf, type Paint } from './matrix-draft.ts'
import { WeekOf } from '../../../parts/passage/week-symbols.tsx'

type Props = { timetables: readonly MatrixTimetable[]; brush: Paint; onChoose: (paint: Paint) => void }

/** The paints in the order of their keys: always is 1, the timetables follow, none is 0. */
export const paintsOf = (timetables: readonly MatrixTimetable[]): Paint[] => [
  'always',
  ...timetables.map(({ id }) => id),
]

/** The timetables to paint with. */
export function MatrixBrushes({ timetables, brush, onChoose }: Props) {
  const t = useText()
  const names = new Map(timetables.map(({ id, name }) => [id, name]))
  const nameOf = (paint: Paint) =>
    paint === 'always' || paint === 'none' ? t(`policies:matrix.${paint}`) : (names.get(paint) ?? paint)
  return (
    <div className="brushes" role="group" aria-label={t('policies:matrix.paint')}>
      <span aria-hidden>{t('policies:matrix.paint')}</span>
      {[...paintsOf(timetables), 'none' as const].map((paint, index) => (
        <button
          key={paint}
          type="button"
          className="brush"
          aria-pressed={paint === brush}
          aria-keyshortcuts={paint === 'none' ? '0' : index < 9 ? String(index + 1) : undefined}
          onClick={() => onChoose(paint)}
        >
          <WeekOf access={accessOf(paint)} />
          {nameOf(paint)}
        </button>
      ))}
    </div>
  )
}
