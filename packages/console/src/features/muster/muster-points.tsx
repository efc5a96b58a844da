import type { Muster, StewardLink } from '@gatehouse/contract/features/muster.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { stewardLinks } from './muster-queries.ts'
import { StewardState } from './steward-state.tsx'

type Props = { muster: Muster; chosenId: string | undefined; onChoose: (pointId: string | undefined) => void }

/** The muster points with how many are missing there, and whether the phones of their stewards are connected. */
export function MusterPoints({ muster, chosenId, onChoose }: Props) {
  const t = useText()
  const can = useCan()
  const seesStaff = can('muster.staff')
  const countWords = seesStaff ? 'muster:points.count' : 'muster:visitors.points'
  const links = useQuery({ ...stewardLinks(muster.id), enabled: can('muster.manage') && muster.endedAt === null })
  const at = Map.groupBy(
    (links.data ?? []).filter(({ state }) => state === 'usable'),
    ({ point }) => point?.id ?? '',
  )
  const { points, withoutPoint } = muster
  return (
    <section className="muster-block" aria-label={t('muster:points.title')}>
      <header>
        <h2>{t('muster:points.title')}</h2>
      </header>
      {points.length === 0 && (
        <p className="muster-quiet">{t(seesStaff ? 'muster:points.none' : 'muster:visitors.noPoints')}</p>
      )}
      {points.map(({ id, name, people, missing }) => (
        <div key={id} className="muster-point">
          <button
            type="button"
            aria-pressed={chosenId === id}
            aria-label={t('muster:points.show', { point: name })}
            onClick={() => onChoose(chosenId === id ? undefined : id)}
          >
            {name}
          </button>
          <span className="tabular">{t(countWords, { missing, people })}</span>
          <Stewards links={at.get(id) ?? []} />
        </div>
      ))}
      {points.length > 0 && withoutPoint.people > 0 && (
        <div className="muster-point">
          <b>{t('muster:points.without')}</b>
          <span className="tabular">{t(countWords, withoutPoint)}</span>
        </div>
      )}
      {at.has('') && (
        <div className="muster-point">
          <b>{t('muster:points.everybody')}</b>
          <Stewards links={at.get('') ?? []} />
        </div>
      )}
    </section>
  )
}

const Stewards = ({ links }: { links: readonly StewardLink[] }) =>
  links.length > 0 && (
    <ul>
      {links.map((link) => (
        <li key={link.id}>
          <span>{link.steward}</span>
          <StewardState link={link} />
        </li>
      ))}
    </ul>
  )
