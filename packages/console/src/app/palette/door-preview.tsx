import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { listPassages } from '@gatehouse/contract/features/live-view.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'
import { OptionPicture } from './option-list.tsx'
import { doorsQuery } from './searches.ts'

const lastFaces = 5

const meanings: Record<LiveDoor['mark'], Meaning> = {
  alarm: 'bad',
  'emergency-open': 'good',
  offline: 'none',
  'locked-down': 'locked',
  'held-closed': 'attention',
  'held-open': 'attention',
  open: 'good',
  closed: 'none',
  'no-reader': 'none',
  unknown: 'none',
}

/** How a door stands, where it leads, and who passed it last. */
export function DoorPreview({ door }: { door: LiveDoor }) {
  const t = useText()
  const can = useCan()
  const state = t(`shared:doorMark.${door.mark}`)
  const outside = t('shared:outside')
  const way = `${door.fromArea?.name ?? outside} → ${door.toArea?.name ?? outside}`
  return (
    <div className="palette-door">
      <h2>{door.name}</h2>
      <p>
        <StatusMark meaning={meanings[door.mark]}>
          {state.slice(0, 1).toUpperCase() + state.slice(1)} · {way}
        </StatusMark>
      </p>
      <DoorSketch door={door} />
      {can('live.staff') && <LastFaces door={door} />}
    </div>
  )
}

/** The wall with its door, and the area behind it with the people in it. */
function DoorSketch({ door }: { door: LiveDoor }) {
  const { data } = useQuery(doorsQuery)
  const area = door.toArea ?? door.fromArea
  if (!area) return null
  const people = data?.areas.find(({ areaId }) => areaId === area.id)?.people ?? 0
  const isOpen = ['open', 'held-open', 'emergency-open'].includes(door.mark)
  return (
    <svg className="palette-sketch" viewBox="0 0 252 108" aria-hidden="true">
      <path className="palette-wall" d="M20 84h88M146 84h86M70 84V14M186 84V14" />
      <path className="palette-leaf" data-mark={door.mark} d={isOpen ? 'M108 84 134 56' : 'M108 84h38'} />
      <text x="128" y="34" textAnchor="middle">
        {area.name}
      </text>
      <text className="palette-people" x="128" y="54" textAnchor="middle">
        {people}
      </text>
    </svg>
  )
}

function LastFaces({ door }: { door: LiveDoor }) {
  const t = useText()
  const { data = [] } = useQuery({
    ...queryOf(listPassages, { query: { doorId: door.id, size: lastFaces } }),
    enabled: door.deviceIds.length > 0,
    staleTime: 10_000,
  })
  const [last] = data
  if (!last) return null
  const name = last.person?.name ?? t(`list:personKind.${last.kind}`)
  const at = companyTime(last.recognisedAt, 'minute').slice(11)
  return (
    <div>
      <p>{t(last.opened ? 'palette:lastPassed' : 'palette:lastRefused', { name, at })}</p>
      <div className="palette-faces">
        {data.map(({ id, hasCapture }) => (
          <OptionPicture
            key={id}
            picture={{ kind: 'face', image: hasCapture ? { kind: 'capture', id } : null }}
            size={44}
          />
        ))}
      </div>
    </div>
  )
}
