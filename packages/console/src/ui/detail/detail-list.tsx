import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { withUnbrokenDates } from '../page/dated.tsx'
import { withMailBreak } from '../page/mail-address.tsx'
import './detail.css'

export type Detail = { label: string; value: ReactNode }

/** The facts of one thing, as terms and values; unknown values are marked. */
export function DetailList({ title, items }: { title?: string; items: readonly Detail[] }) {
  const t = useText()
  return (
    <section className="detail-section">
      {title && <h2>{title}</h2>}
      <dl className="detail-list">
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value === null || value === undefined || value === '' || value === false ? (
                <Nothing text={t('list:none')} />
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

const Nothing = ({ text }: { text: string }) => (
  <span className="detail-nothing">
    <span aria-hidden>–</span>
    <span className="for-readers">{text}</span>
  </span>
)
