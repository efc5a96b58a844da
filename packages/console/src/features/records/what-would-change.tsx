import { listDoors } from '@gatehouse/contract/features/sites.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import { getWhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Emphasised, strong } from '../../parts/emphasised.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { ChangePreview } from './change-preview.tsx'
import { type Change, changesFor } from './changes-for.ts'

/** The changes after which this person may pass, each with the page where it is made; where the door opened, only the way to ask again. */
export function WhatWouldChange({ record }: { record: RecordDetail }) {
  const t = useText()
  const can = useCan()
  const { opened, person, recognisedAt } = record
  const deviceId = record.device.id
  const isRefused = !opened && deviceId !== null
  const groups = useQuery({
    ...queryOf(getWhoMayPass, { query: { deviceId: deviceId ?? '' } }),
    enabled: isRefused && can('policy.read'),
  }).data?.groups
  const door = useQuery({
    ...queryOf(listDoors, { query: { deviceId: deviceId ?? '' } }),
    enabled: isRefused && can('site.read'),
  }).data?.items[0]
  const changes = opened
    ? []
    : changesFor(record, { groups: groups ?? [], doorId: door?.id }).filter(({ needs }) => can(needs))
  const why =
    can('policy.read') && person?.id && deviceId
      ? pathTo('policies', { below: 'why', query: { person: person.id, door: deviceId, at: recognisedAt } })
      : undefined
  const whyNow = why !== undefined && <Link to={why}>{t('records:detail.whyNow')}</Link>
  if (changes.length === 0) return whyNow && <p>{whyNow}</p>
  return (
    <section className="record-changes" aria-label={t('records:change.title')}>
      <header>
        <h2>{t('records:change.title')}</h2>
        {whyNow}
      </header>
      <ul>
        {changes.map((change) => (
          <ChangeLine
            key={[change.key, change.words.group, change.words.timetable].join(' ')}
            change={change}
            deviceId={deviceId}
          />
        ))}
      </ul>
    </section>
  )
}

/** A change in a sentence; where its effect can be told it is shown below the line, and the list beside it stays. */
function ChangeLine({ change, deviceId }: { change: Change; deviceId: string | null }) {
  const t = useText()
  const can = useCan()
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const { key, words, about, to } = change
  const { name = '', door = '', timetable = '' } = words
  const said = { name, door, timetable, group: words.group === undefined ? '' : groupName(words.group, t) }
  const bold = {
    name: strong(said.name),
    door: strong(said.door),
    timetable: strong(said.timetable),
    group: strong(said.group),
  }
  const what = t(`records:change.${key}`, said)
  const go = (
    <Link to={to} aria-label={t('records:change.goTo', { what })}>
      {t('records:change.go')}
    </Link>
  )
  const hasPreview = about !== undefined && deviceId !== null && can('policy.read')
  return (
    <li>
      <span>
        <Emphasised>{t(`records:change.${key}`, bold)}</Emphasised>
      </span>
      {hasPreview ? (
        <button
          type="button"
          aria-expanded={isShown}
          aria-controls={id}
          aria-label={t('records:change.previewOf', { what })}
          onClick={() => setIsShown(!isShown)}
        >
          {t('records:change.preview')}
        </button>
      ) : (
        go
      )}
      {hasPreview && isShown && (
        <div id={id} className="record-preview">
          <ChangePreview about={about} name={name} deviceId={deviceId} />
          {go}
        </div>
      )}
    </li>
  )
}
