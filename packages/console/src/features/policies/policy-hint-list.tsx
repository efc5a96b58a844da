import type { PolicyHints } from '@gatehouse/contract/features/policies.ts'
import { useQuery } from '@tanstack/react-query'
import { useText, type Text } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { policyHintsQuery } from './policy-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const kinds = ['neverOpen', 'idle', 'several', 'always'] as const
const maxShown = 10

/** Conflicts and gaps among the policies, each opened to its places. Says nothing where there is nothing. */
export function PolicyHintList() {
  const t = useText()
  const { data } = useQuery(policyHintsQuery)
  if (!data) return null
  const found = kinds.filter((kind) => data.counts[kind] > 0)
  if (found.length === 0) return null
  const isSerious = data.counts.neverOpen + data.counts.idle > 0
  return (
    <Notice kind={isSerious ? 'attention' : 'info'} className="policy-hints" title={t('policies:hints.title')}>
      {found.map((kind) => (
        <details key={kind}>
          <summary>{t(`policies:hints.${kind}`, { count: data.counts[kind] })}</summary>
          <ul>
            {placesOf(data, kind, t)
              .slice(0, maxShown)
              .map((place) => (
                <li key={place}>{place}</li>
              ))}
            {data.counts[kind] > maxShown && (
              <li>{t('policies:effect.more', { count: data.counts[kind] - maxShown })}</li>
            )}
          </ul>
        </details>
      ))}
    </Notice>
  )
}

function placesOf(hints: PolicyHints, kind: (typeof kinds)[number], t: Text): string[] {
  const pair = (place: { device: { name: string }; group: { name: string } }) =>
    `${place.device.name} – ${groupName(place.group.name, t)}`
  if (kind === 'always') return hints.always.map(pair)
  if (kind === 'several')
    return hints.several.map(
      (place) => `${pair(place)}${t('list:colon')}${place.timetables.map(({ name }) => name).join(t('list:comma'))}`,
    )
  return hints[kind].map((place) => `${pair(place)}${t('list:colon')}${place.timetable.name}`)
}
