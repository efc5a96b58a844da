import type { InsideFigures, PlacesInside } from '@gatehouse/contract/features/inside.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'

type Chosen = { siteId?: string | undefined; areaId?: string | undefined }
type Props = { places: PlacesInside; chosen: Chosen; onChoose: (next: Chosen) => void }

type Area = PlacesInside['areas'][number]

/** An area with those inside it, and the people in all of them. */
type Node = { area: Area; people: number; children: Node[] }

export function areaNodes(areas: readonly Area[], parentAreaId: string | null = null): Node[] {
  return areas
    .filter((area) => area.parentAreaId === parentAreaId)
    .map((area) => {
      const children = areaNodes(areas, area.id)
      return { area, children, people: children.reduce((sum, { people }) => sum + people, area.people) }
    })
}

export const sumOf = (all: readonly InsideFigures[], key: keyof InsideFigures) =>
  all.reduce((sum, figures) => sum + figures[key], 0)

/** Sites, and the areas of the chosen one inside one another, each with how many people are in it and in all inside it. */
export function PlacesPanel({ places, chosen, onChoose }: Props) {
  const t = useText()
  const { sites, areas, siteId } = places
  const isOnly = sites.length === 1
  const [whole] = areaNodes(areas)
  return (
    <nav className="inside-places" aria-label={t('inside:places')}>
      <ul>
        {!isOnly && (
          <PlaceRow
            name={t('inside:allSites')}
            people={sumOf(sites, 'people')}
            isChosen={chosen.siteId === undefined}
            onChoose={() => onChoose({})}
          />
        )}
        {sites.map(({ id, name, people }) => (
          <PlaceRow
            key={id}
            name={name}
            people={people}
            isChosen={chosen.areaId === undefined && (isOnly || chosen.siteId === id)}
            onChoose={() => onChoose({ siteId: id })}
          >
            {siteId === id && whole && whole.children.length > 0 && (
              <ul>
                {whole.children.map((node) => (
                  <AreaRow key={node.area.id} node={node} siteId={id} chosen={chosen} onChoose={onChoose} />
                ))}
              </ul>
            )}
          </PlaceRow>
        ))}
      </ul>
    </nav>
  )
}

type AreaRowProps = { node: Node; siteId: string; chosen: Chosen; onChoose: Props['onChoose'] }

const AreaRow = ({ node: { area, people, children }, siteId, chosen, onChoose }: AreaRowProps) => (
  <PlaceRow
    name={area.name}
    people={people}
    isChosen={chosen.areaId === area.id}
    onChoose={() => onChoose({ siteId, areaId: area.id })}
  >
    {children.length > 0 && (
      <ul>
        {children.map((child) => (
          <AreaRow key={child.area.id} node={child} siteId={siteId} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
    )}
  </PlaceRow>
)

type PlaceRowProps = {
  name: string
  people: number
  isChosen: boolean
  onChoose: () => void
  children?: React.ReactNode
}

function PlaceRow({ name, people, isChosen, onChoose, children }: PlaceRowProps) {
  const t = useText()
  return (
    <li>
      <button
        type="button"
        className="inside-place"
        data-empty={people === 0 || undefined}
        aria-current={isChosen || undefined}
        onClick={onChoose}
      >
        <span title={name}>{name}</span>{' '}
        <strong title={t('inside:peopleCount', { count: people })}>{formatNumber(people)}</strong>
      </button>
      {children}
    </li>
  )
}
