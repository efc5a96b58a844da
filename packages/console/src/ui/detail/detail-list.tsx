import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { withUnbrokenDates } from '../page/dated.tsx'
import { withMailBreak } from '../page/mail-address.tsx'
import './detail.css'

export type Detail = { label: string; value: ReactNode }

/** The facts of one thing, as terms and values; unknown values are marked. */
export function DetailList({ title, items }: { title?: string; items: readonly Detail[] }) {
  return (
    <section className="detail-section">
      {title && <h2>{title}</h2>}
      <dl className="detail-list">
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === null || value === undefined || value === '' || value === false ? (
                <DetailNothing />
              ) : (
                withUnbrokenDates(withMailBreak(value))
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The mark of a value that is not known. */
export function DetailNothing() {
  const t = useText()
  return (
    <span className="detail-nothing">
      <span aria-hidden>–</span>
      <span className="for-readers">{t('list:none')}</span>
    </span>
  )
}
