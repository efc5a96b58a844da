import { type MusterSummary, startMuster } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { insideCounts, siteNames } from './muster-queries.ts'
import { LaterSelect } from '../../ui/form/later-select.tsx'
import { Segments } from '../../ui/page/segments.tsx'
import '../../ui/page/search-field.css'

type Props = {
  running: readonly MusterSummary[]
  /** The site that somebody came from. */
  siteId: string | undefined
}

/**
 * Starts a muster by holding: a drill is what the choice begins with, so that nobody alarms a house by mistake; nor is a site chosen for
 * them where there are several.
 */
export function StartMuster({ running, siteId }: Props) {
  const t = useText()
  const can = useCan()
  const navigate = useNavigate()
  const sites = useQuery(siteNames).data
  const inside = useQuery(insideCounts).data
  const [chosen, setChosen] = useState<string>()
  const [isDrill, setIsDrill] = useState(true)
  const [note, setNote] = useState('')
  const free = sites?.filter(({ id }) => !running.some(({ site }) => site.id === id))
  const only = sites?.length === 1 ? sites[0]?.id : undefined
  const site = free?.find(({ id }) => id === (chosen ?? siteId ?? only))
  if (sites?.length === 0)
    return <p className="muster-quiet">{t(can('site.write') ? 'muster:start.noSites' : 'muster:start.noSitesSeen')}</p>
  if (!free || free.length === 0) return null
  const count =
    site && inside?.areas.filter((area) => area.siteId === site.id).reduce((sum, { people }) => sum + people, 0)
  const start = async () => {
    if (!site) return
    const { id } = await callAndRefresh(startMuster, { body: { siteId: site.id, isDrill, note: note.trim() || null } })
    void navigate(pathTo('musterDetail', { query: { id } }))
  }
  return (
    <section className="muster-start" aria-label={t('muster:start.title')}>
      <h2>{t('muster:start.title')}</h2>
      <div className="muster-start-fields">
        <div>
          <span>{t('muster:start.site')}</span>
          <LaterSelect
            label={t('muster:start.site')}
            placeholder={t('muster:start.chooseSite')}
            value={site?.id}
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
        </div>
        <div>
          <span>{t('muster:start.kind')}</span>
          <Segments
            label={t('muster:start.kind')}
            value={isDrill ? 'drill' : 'real'}
            options={[
              { value: 'drill', label: t('muster:kind.drill') },
              { value: 'real', label: t('muster:kind.real') },
            ]}
            onChange={(kind) => setIsDrill(kind === 'drill')}
          />
        </div>
        <label>
          <span>{t('muster:start.note')}</span>
          <input
            className="search-field"
            maxLength={255}
            autoComplete="off"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        <HoldButton
          look={isDrill ? 'plain' : 'danger'}
          action={t(isDrill ? 'muster:start.actionDrill' : 'muster:start.actionReal', {
            site: site?.name ?? t('muster:start.someSite'),
          })}
          label={t(isDrill ? 'muster:start.holdDrill' : 'muster:start.holdReal')}
          done={t('muster:start.done')}
          isDisabled={!site}
          run={start}
        />
      </div>
      <p className="muster-quiet">
        {site ? count !== undefined && t('muster:start.inside', { count }) : t('muster:start.siteFirst')}{' '}
        {site && can('site.read') && (
          <Link to={pathTo('siteMuster', { query: { id: site.id } })}>{t('muster:start.points')}</Link>
        )}
      </p>
    </section>
  )
}
