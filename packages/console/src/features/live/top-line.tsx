import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import { beginLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { listMusters, startMuster } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { LockOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useCan } from '../../lib/use-can.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { PointGlyph } from '../../parts/floor-plan/door-mark.tsx'
import type { House } from './board-store.ts'
import { sortDoors } from './sort-doors.ts'

type Props = { house: House; site: LiveDoor['site'] | undefined; onChoose: (door: LiveDoor) => void }
/** A site has at most one at a time. */
const runningMusters = queryOf(listMusters, { query: { isRunning: 'true', size: 200 } })
/** The names that stand below a figure. */
const maxNames = 3

/** The figures of now, each of which leads to what it counts, and the two actions of an emergency. */
export function TopLine({ house, site, onChoose }: Props) {
  const t = useText()
  const can = useCan()
  const { inside, doors, waitingVisits } = house
  const needing = doors && sortDoors(doors, currentLanguage()).filter(({ needs }) => needs.length > 0)
  const namesOf = (names: readonly string[]) => names.slice(0, maxNames).join(' · ')
  return (
    <section className="live-top" aria-label={t('house:now')}>
      <Link className="live-now" to={pathTo('inside')}>
        <Figure
          count={String((inside.staff ?? 0) + inside.visitors)}
          label={t(inside.staff === undefined ? 'house:insideVisitors' : 'house:inside')}
          more={
            inside.staff === undefined ? '' : t('house:insideBoth', { staff: inside.staff, visitors: inside.visitors })
          }
        />
      </Link>
      {needing && (
        <button
          type="button"
          className="live-now"
          disabled={needing.length === 0}
          onClick={() => needing[0] && onChoose(needing[0])}
        >
          <Figure
            count={String(needing.length || doors.length)}
            label={
              needing.length > 0
                ? t('house:need', { count: needing.length })
                : t('house:doorCount', { count: doors.length })
            }
            meaning={needing.length > 0 ? 'red' : undefined}
            more={needing.length > 0 ? namesOf(needing.map(({ name }) => name)) : t('house:needNone')}
          />
        </button>
      )}
      {waitingVisits && (
        <Link className="live-now" to={pathTo('visitor', { below: 'visits' })}>
          <Figure
            count={waitingVisits.count + (waitingVisits.isMore ? '+' : '')}
            label={t('house:wait', { count: waitingVisits.count })}
            meaning={waitingVisits.count > 0 ? 'amber' : undefined}
            more={waitingVisits.count > 0 ? namesOf(waitingVisits.names) : t('house:waitNone')}
          />
        </Link>
      )}
      <div className="live-deeds">
        {can('live.control') && (
          <Link
            className="live-deed live-deed-guard"
            title={t('house:guard.title')}
            to={pathTo('guard', { query: { site: site?.id } })}
          >
            <GuardGlyph />
            <span>{t('house:guard.title')}</span>
          </Link>
        )}
        {can('muster.manage') && <Muster site={site} />}
        {can('lockdown.write') && site && <LockDown site={site} />}
      </div>
    </section>
  )
}

type FigureProps = { count: string; label: string; more: string; meaning?: 'red' | 'amber' | undefined }

const Figure = ({ count, label, more, meaning }: FigureProps): ReactNode => (
  <>
    <span className="live-figure">{count}</span>{' '}
    <span className="live-now-words">
      <b data-meaning={meaning}>{label}</b> <small>{more}</small>
    </span>
  </>
)

/** A phone in a hand's width. */
const GuardGlyph = () => (
  <svg className="door-glyph" viewBox="0 0 16 16" aria-hidden>
    <path d="M4.5 1.5h7v13h-7zM7 12.3h2" />
  </svg>
)

/** Starts a muster of the site that is looked at, by holding; leads to one that is running, here before elsewhere. */
function Muster({ site }: { site: LiveDoor['site'] | undefined }) {
  const t = useText()
  const navigate = useNavigate()
  const running = useQuery(runningMusters).data?.items ?? []
  const muster = running.find((one) => one.site.id === site?.id) ?? running[0]
  if (site && muster?.site.id !== site.id)
    return (
      <HoldButton
        action={t('house:startMuster', { place: site.name })}
        label={t('house:holdMuster')}
        done={t('house:musterRuns')}
        icon={<PointGlyph />}
        run={async () => {
          const { id } = await callAndRefresh(startMuster, { body: { siteId: site.id, isDrill: false, note: null } })
          void navigate(pathTo('musterDetail', { query: { id } }))
        }}
      />
    )
  return (
    <Link
      className="live-deed"
      data-running={muster !== undefined}
      title={muster?.site.name}
      to={muster ? pathTo('musterDetail', { query: { id: muster.id } }) : pathTo('muster')}
    >
      <PointGlyph />
      {muster ? t(muster.isDrill ? 'house:drillRuns' : 'house:musterRuns') : t('house:muster')}
      {muster && <span className="for-readers">{muster.site.name}</span>}
    </Link>
  )
}

function LockDown({ site }: { site: LiveDoor['site'] }) {
  const t = useText()
  return (
    <HoldButton
      look="danger"
      action={t('house:lockDown', { place: site.name })}
      label={t('house:holdLockDown', { place: site.name })}
      done={t('house:lockedDown')}
      icon={<LockOutlined aria-hidden />}
      run={() =>
        callAndRefresh(beginLockdown, {
          body: { kind: 'lockdown', scope: { kind: 'site', id: site.id }, level: null, reason: null },
        })
      }
    />
  )
}
