import { Button } from 'antd'
import { useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { DetailNothing } from '../../ui/detail/detail-list.tsx'
import type { Detail } from '../../ui/detail/detail-list.tsx'
import { withUnbrokenDates } from '../../ui/page/dated.tsx'
import { withMailBreak } from '../../ui/page/mail-address.tsx'
import { PersonBlock } from './person-page.tsx'

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '' || value === false

/** The fields of a person. Those that nobody has filled in are folded away, and counted. */
export function PersonFacts({ items, children }: { items: readonly Detail[]; children?: ReactNode }) {
  const t = useText()
  const [showsEmpty, setShowsEmpty] = useState(false)
  const count = items.filter(({ value }) => isEmpty(value)).length
  const shown = items.filter(({ value }) => showsEmpty || !isEmpty(value))
  return (
    <PersonBlock
      title={t('personPage:facts.title')}
      action={
        count > 0 && (
          <Button type="link" size="small" aria-expanded={showsEmpty} onClick={() => setShowsEmpty(!showsEmpty)}>
            {t(showsEmpty ? 'personPage:facts.hideEmpty' : 'personPage:facts.showEmpty', { count })}
          </Button>
        )
      }
    >
      <dl className="person-facts">
        {shown.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{isEmpty(value) ? <DetailNothing /> : withUnbrokenDates(withMailBreak(value))}</dd>
          </div>
        ))}
      </dl>
      {children}
    </PersonBlock>
  )
}
