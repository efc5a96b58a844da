import type { ActiveLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { LockdownMark } from './lockdown-mark.tsx'
import { lockdownStateQuery } from './lockdown-queries.ts'
import { gapOf, headlineOf, sinceOf, someOf } from './lockdown-words.ts'
import { ReleasePanel } from './release-panel.tsx'
import './lockdown.css'

/** A line on every page for each lockdown and emergency open that holds. */
export function LockdownNotices({ active }: { active: readonly ActiveLockdown[] }) {
  return active.map((lockdown) => <LockdownNotice key={lockdown.id} lockdown={lockdown} />)
}

function LockdownNotice({ lockdown }: { lockdown: ActiveLockdown }) {
  const t = useText()
  const can = useCan()
  const [isReleasing, setIsReleasing] = useState(false)
  const { id, kind } = lockdown
  return (
    <section className="lockdown-notice" data-kind={kind} aria-label={t('lockdown:notice.region')}>
      <LockdownMark kind={kind} />
      <p>
        <strong role="alert">{headlineOf(lockdown, t)}</strong>{' '}
        {can('lockdown.details') ? <Details lockdown={lockdown} /> : <Plain lockdown={lockdown} />}
      </p>
      <span className="lockdown-deeds">
        {can('lockdown.details') && (
          <Link to={pathTo('lockdowns', { below: id })}>
            <Button>{t('lockdown:notice.details')}</Button>
          </Link>
        )}
        {can('lockdown.write') && <Button onClick={() => setIsReleasing(true)}>{t('lockdown:notice.release')}</Button>}
      </span>
      {isReleasing && <ReleasePanel id={id} onClose={() => setIsReleasing(false)} />}
    </section>
  )
}

/** The words for roles that see no devices. */
function Plain({ lockdown }: { lockdown: ActiveLockdown }) {
  const t = useText()
  const {
    kind,
    begunAt,
    releaseAskedAt,
    doors: { leftShut },
  } = lockdown
  return (
    <Dated>
      {[
        t('lockdown:notice.since', { at: sinceOf(begunAt) }),
        useConfirmed(lockdown),
        leftShut > 0 ? t('lockdown:notice.leftShutPlain', { count: leftShut }) : '',
        releaseAskedAt === null ? '' : t('lockdown:notice.askedPlain'),
        kind === 'lockdown' ? t('lockdown:notice.exits') : '',
      ]
        .filter(Boolean)
        .join(gapOf())}
    </Dated>
  )
}

/** The name of the person who began it, and the doors that do not follow. */
function Details({ lockdown }: { lockdown: ActiveLockdown }) {
  const t = useText()
  const { data } = useQuery(lockdownStateQuery(lockdown.id))
  const confirmed = useConfirmed(lockdown)
  if (!data) return <Plain lockdown={lockdown} />
  const namesOf = (isOnline: boolean) => [
    ...new Set(
      data.unconfirmed.filter((one) => one.isOnline === isOnline).map(({ door, device }) => (door ?? device).name),
    ),
  ]
  const { kind } = lockdown
  const shut = [...new Set(data.leftShut.map(({ door }) => door.name))]
  const offline = namesOf(false)
  const waiting = namesOf(true)
  return (
    <Dated>
      {[
        t('lockdown:notice.sinceBy', { at: sinceOf(data.begunAt), by: data.begunBy }),
        confirmed,
        waiting.length > 0 ? t('lockdown:notice.waiting', { doors: someOf(waiting, t) }) : '',
        offline.length > 0 ? t('lockdown:notice.offline', { doors: someOf(offline, t) }) : '',
        shut.length > 0 ? t('lockdown:notice.leftShut', { doors: someOf(shut, t) }) : '',
        data.releaseAskedBy === null ? '' : t('lockdown:notice.asked', { by: data.releaseAskedBy }),
        kind === 'lockdown' ? t('lockdown:notice.exits') : '',
      ]
        .filter(Boolean)
        .join(gapOf())}
    </Dated>
  )
}

function useConfirmed({ doors: { total, confirmed, leftShut } }: ActiveLockdown): string {
  const t = useText()
  // None of its doors can be opened: that is said beside it.
  if (total === 0) return leftShut > 0 ? '' : t('lockdown:notice.none')
  return confirmed === total
    ? t('lockdown:notice.confirmedAll', { count: total })
    : t('lockdown:notice.confirmed', { confirmed, total })
}
