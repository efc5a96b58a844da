import type { RecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type Text, useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { recogniserQuery } from './service-config-queries.ts'

/** Which face recogniser compares faces, how a change goes on, and which terminals follow. The operator puts one in, not this page. */
export function RecogniserCard() {
  const t = useText()
  const { data, error, refetch } = useQuery(recogniserQuery)
  return (
    <SettingsSection title={t('service:recogniser.title')} text={t('service:recogniser.text')} anchor="recogniser">
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={2} />}
      {data && <Status status={data} />}
    </SettingsSection>
  )
}

type Named = { modelId: string; name: string | null }
const nameOf = ({ modelId, name }: Named, builtIn: string, t: Text): string =>
  name ?? (modelId === builtIn ? t('service:recogniser.builtIn') : t('service:recogniser.unnamed', { id: modelId }))

/** Somebody on the blacklist is named as such: without a template no door finds them. */
const namesOf = (people: RecogniserStatus['lackingPeople'], t: Text): string =>
  people
    .map(({ name, isBlacklisted }) => (isBlacklisted ? t('service:recogniser.onBlacklist', { name }) : name))
    .join(t('list:comma'))

function Status({
  status: { inUse, putIn, change, lacking, lackingPeople, builtIn, terminals },
}: {
  status: RecogniserStatus
}) {
  const t = useText()
  const name = (one: Named) => nameOf(one, builtIn, t)
  return (
    <>
      <DetailList
        items={[
          { label: t('service:recogniser.inUse'), value: name(inUse) },
          ...(inUse.since === null
            ? []
            : [{ label: t('service:recogniser.since'), value: <Instant at={inUse.since} /> }]),
          ...(putIn.length === 0
            ? []
            : [{ label: t('service:recogniser.putIn'), value: putIn.map(name).join(t('list:comma')) }]),
          ...(inUse.since !== null || change
            ? [{ label: t('service:recogniser.follow'), value: formatNumber(terminals.follow) }]
            : []),
        ]}
      />
      {change && <Change change={change} name={name(change)} />}
      {!change && inUse.since !== null && lacking > 0 && (
        <Notice kind="attention">
          {sentences(
            t('service:recogniser.lacking', { count: lacking }),
            lackingPeople.length > 0 && t('service:recogniser.gaveNone', { names: namesOf(lackingPeople, t) }),
            lackingPeople.length > 0 && t('service:recogniser.withoutOne'),
          )}
        </Notice>
      )}
      {(inUse.since !== null || change) && terminals.others.length > 0 && (
        <>
          <h3>{t('service:recogniser.others')}</h3>
          <ul className="service-terminals">
            {terminals.others.map((one) => (
              <li key={one.id}>
                <Link to={pathTo('deviceList', { below: one.id })}>{one.name}</Link>
                {' · '}
                {name(one.recogniser)}
                {' · '}
                {t(one.reason ? `service:recogniser.reason.${one.reason}` : `service:recogniser.state.${one.state}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

function Change({ change, name }: { change: NonNullable<RecogniserStatus['change']>; name: string }) {
  const t = useText()
  const { people, done, failed, failedPeople, problem } = change
  return (
    <>
      <p>
        {sentences(
          t('service:recogniser.changing', { name, done: formatNumber(done), people: formatNumber(people) }),
          t('service:recogniser.meanwhile'),
        )}
      </p>
      {problem && <Notice kind="bad">{t(`service:recogniser.problem.${problem}`)}</Notice>}
      {failed > 0 && (
        <Notice kind="attention">
          {sentences(
            t('service:recogniser.failed', { count: failed, names: namesOf(failedPeople, t) }),
            t('service:recogniser.withoutOne'),
          )}
        </Notice>
      )}
    </>
  )
}
