import type { RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { personKinds } from './kinds.ts'

/** The chart's numbers as a table, for people who read rather than look. */
export function StepTable({ steps, by }: { steps: RecordStatistics['steps']; by: 'day' | 'hour' }) {
  const t = useText()
  const kinds = personKinds.filter((kind) => steps.some((one) => one[kind] > 0))
  return (
    <details className="statistics-numbers">
      <summary>{t('statistics:numbers')}</summary>
      <div>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(`statistics:stepOf.${by}`)}</th>
              <th scope="col">{t('statistics:total')}</th>
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {t(`list:personKind.${kind}`)}
                </th>
              ))}
              <th scope="col">{t('statistics:opened')}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((one) => (
              <tr key={one.step}>
                <th scope="row">{by === 'hour' ? `${one.step}:00` : one.step}</th>
                <td>{formatNumber(one.total)}</td>
                {kinds.map((kind) => (
                  <td key={kind}>{formatNumber(one[kind])}</td>
                ))}
                <td>{formatNumber(one.opened)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
