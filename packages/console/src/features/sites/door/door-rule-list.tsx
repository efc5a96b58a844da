import type { DoorRules, RulesAround } from '@gatehouse/contract/features/door-rules.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { sentences } from '../../../i18n/sentences.ts'
import { useCan } from '../../../lib/use-can.ts'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { StatusMark } from '../../../ui/feedback/status-mark.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { InterlockWords } from '../rules/interlock-list.tsx'
import {
  doorRuleNames,
  doorRuleSentences,
  occupancySentences,
  passbackSentences,
  textsOf,
} from '../rules/rule-sentences.ts'
import { useGroupNames } from '../rules/use-group-names.ts'
import { useTimetableNames } from '../rules/use-timetable-names.ts'
import { doorRulesOf, rulesAroundOf } from '../site-queries.ts'
import '../rules/rules.css'

/** The rules that hold at a door, in plain sentences: its own, and those of the areas and interlocks around it. */
export function DoorRuleList({ door }: { door: Door }) {
  const own = useQuery(doorRulesOf(door.id))
  const around = useQuery(rulesAroundOf(door.id))
  const failed = [own, around].find(({ isError }) => isError)
  if (failed?.error) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
  if (!own.data || !around.data) return <DetailSkeleton lines={8} />
  return (
    <>
      <OwnRules rules={own.data} unheld={around.data.unheldRules} />
      <RulesOfPlace door={door} around={around.data} />
    </>
  )
}

function OwnRules({ rules, unheld }: { rules: DoorRules; unheld: RulesAround['unheldRules'] }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('doorDetail'), 'rules')
  const groups = useGroupNames()
  const timetable = useTimetableNames([rules.freeHours?.timetableId, rules.firstPersonIn?.timetableId])
  const mayChange = (name: (typeof doorRuleNames)[number]) =>
    can('site.write') && (name !== 'freeHours' || can('timetable.read'))
  return (
    <section className="rule-section" aria-label={t('doorPage:ofDoor')}>
      <h2>{t('doorPage:ofDoor')}</h2>
      {doorRuleNames.map((name) => {
        const title = t(`rules:${textsOf[name]}.title`)
        const without = rules[name] === null ? [] : (unheld.find(({ rule }) => rule === name)?.devices ?? [])
        return (
          <div key={name} className="rule-row">
            <div>
              <h3>{title}</h3>
              <p className={rules[name] === null ? 'rule-quiet' : undefined}>
                {sentences(...doorRuleSentences(name, rules, { t, groups, timetable }))}
              </p>
              {name === 'freeHours' && rules.freeHours && (
                <StatusMark meaning="attention">{t('rules:freeHours.warning')}</StatusMark>
              )}
              {without.length > 0 && (
                <StatusMark meaning="attention">
                  {t('rules:warning.unheld', { names: without.map((device) => device.name).join(t('list:comma')) })}
                </StatusMark>
              )}
              {can('site.write') && !mayChange(name) && <p className="rule-quiet">{t('rules:needsTimetables')}</p>}
            </div>
            {mayChange(name) && (
              <Button
                size="small"
                aria-label={t('rules:changeOf', { rule: title })}
                onClick={() => panel.open(`rule/${name}`)}
              >
                {t('rules:change')}
              </Button>
            )}
          </div>
        )
      })}
    </section>
  )
}

function RulesOfPlace({ door, around }: { door: Door; around: RulesAround }) {
  const t = useText()
  const groups = useGroupNames()
  const { interlocks, unableDevices } = around
  const areas = [...around.entry, ...around.exit]
  const timetable = useTimetableNames(areas.map(({ antiPassback }) => antiPassback?.resetTimetableId))
  const isAny = areas.length + interlocks.length > 0
  const unable = unableDevices.map(({ name }) => name).join(t('list:comma'))
  return (
    <section className="rule-section" aria-label={t('doorPage:ofPlace')}>
      <h2>{t('doorPage:ofPlace')}</h2>
      {!isAny && <p className="rule-quiet">{t('doorPage:placeNone')}</p>}
      {isAny && unable !== '' && (
        <StatusMark meaning="attention">{t('rules:warning.unable', { names: unable })}</StatusMark>
      )}
      {areas.map(({ area, antiPassback, occupancyLimit }) => (
        <div key={area.id} className="rule-row">
          <div>
            <h3>{t('doorPage:into', { area: area.name })}</h3>
            {antiPassback && <p>{sentences(...passbackSentences(antiPassback, { t, groups, timetable }))}</p>}
            {occupancyLimit && <p>{sentences(...occupancySentences(occupancyLimit, { t, groups }))}</p>}
          </div>
          <Link to={pathTo('siteDetail', { query: { id: door.site.id, areaId: area.id } })}>
            {t('doorPage:toSite')}
          </Link>
        </div>
      ))}
      {interlocks.map((interlock) => (
        <div key={interlock.id} className="rule-row">
          <InterlockWords interlock={{ ...interlock, unableDevices: [] }} />
          <Link to={pathTo('siteDetail', { query: { id: door.site.id } })}>{t('doorPage:toSite')}</Link>
        </div>
      ))}
    </section>
  )
}
