import type { Muster } from '@gatehouse/contract/features/muster.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs } from '../../lib/clock.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { useCan } from '../../lib/use-can.ts'
import { clockBetween, clockOfSeconds } from './muster-time.ts'

/** The numbers that the page is about, of visitors alone for those who see no staff, and the share of people who are safe, by the point that marked them. */
export function MusterFigures({ muster }: { muster: Muster }) {
  const t = useText()
  const of = useCan()('muster.staff') ? ('muster:' as const) : ('muster:visitors.' as const)
  const { counts, points, site, startedAt, endedAt, clearedAt, lastClearSeconds } = muster
  const { people, missing, safe, notOnSite } = counts
  const percent = people === 0 ? 100 : Math.floor(((safe + notOnSite) / people) * 100)
  const marked = points.filter(({ markedHere }) => markedHere > 0)
  const elsewhere = Math.max(0, safe - marked.reduce((sum, { markedHere }) => sum + markedHere, 0))
  const parts = [
    ...marked.map((point) => ({ id: point.id, count: point.markedHere })),
    { id: 'none', count: elsewhere },
  ]
  const words = [
    people > 0 && t(`${of}share`, { percent }),
    clearedAt !== null && t('muster:cleared', { time: clockBetween(startedAt, instantMs(clearedAt)) }),
    endedAt === null && lastClearSeconds !== null && t('muster:lastClear', { time: clockOfSeconds(lastClearSeconds) }),
  ].filter(Boolean)
  const figures = [
    ['missing', missing, t(endedAt === null ? `${of}figure.missing` : `${of}figure.ended`)],
    ['safe', safe, t(`${of}figure.safe`)],
    ...(notOnSite > 0 ? [['not-on-site', notOnSite, t(`${of}figure.notOnSite`)] as const] : []),
    [
      'people',
      people,
      endedAt === null
        ? t(`${of}figure.people`, { at: formatInstant(startedAt, 'minute', site.timeZone).slice(11) })
        : t(`${of}figure.list`),
    ],
  ] as const
  return (
    <section className="muster-figures">
      <dl>
        {figures.map(([key, count, label]) => (
          <div key={key} data-figure={key} data-none={count === 0}>
            <dt>{label}</dt>
            <dd className="tabular">{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <div>
        <div className="muster-bar" role="img" aria-label={t(`${of}bar`, { safe, people })}>
          {parts.map(({ id, count }) => (
            <i key={id} style={{ width: `${people === 0 ? 0 : (count / people) * 100}%` }} />
          ))}
        </div>
        <p className="muster-quiet">
          <span>{words.join(' · ')}</span>
          <span>
            {marked.map(({ name, markedHere }) => t('muster:markedAt', { point: name, count: markedHere })).join(' · ')}
          </span>
        </p>
      </div>
    </section>
  )
}
