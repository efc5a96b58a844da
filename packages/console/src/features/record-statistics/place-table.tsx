import type { RecordStatistics } from '@gatehouse/contract/features/records.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatNumber } from '../../lib/format-number.ts'

type Props = { title: string; places: RecordStatistics['departments']; hint?: string | undefined }

/** Devices, doors or departments by how many records they have, each with a bar of its share of the largest. */
export function PlaceTable({ title, places, hint }: Props) {
  const t = useText()
  const most = Math.max(1, ...places.map(({ total }) => total))
  return (
    <section>
      <table className="place-table">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics:name')}</th>
            <th scope="col">{t('statistics:total')}</th>
            <th scope="col">{t('statistics:opened')}</th>
          </tr>
        </thead>
        <tbody>
          {places.map(({ id, name, total, opened }) => (
            <tr key={id ?? name}>
              <th scope="row">
                {name || t('statistics:gone')}
                <i aria-hidden style={{ width: `${(total / most) * 100}%` }} />
              </th>
              <td>{formatNumber(total)}</td>
              <td>{formatNumber(opened)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hint && <p className="statistics-note">{hint}</p>}
    </section>
  )
}
