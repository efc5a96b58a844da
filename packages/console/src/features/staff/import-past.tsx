import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { pastImportsQuery } from './import-queries.ts'
import { runMeaning } from './import-run.tsx'

/** The imports of the last month: each opens its result. */
export function PastImports({ kind, onOpen }: { kind: 'staff' | 'portraits'; onOpen: (id: string) => void }) {
  const t = useText()
  const { data } = useQuery(pastImportsQuery(kind))
  return (
    <section className="detail-section">
      <h2>{t('imports:past')}</h2>
      {data?.items.length === 0 && <p className="import-quiet">{t('imports:none')}</p>}
      <ul className="import-past">
        {data?.items.map(({ id, name, createdAt, state }) => (
          <li key={id}>
            <Button type="link" onClick={() => onOpen(id)}>
              {name}
            </Button>
            <Instant at={createdAt} detail="minute" />
            <StatusMark meaning={runMeaning[state]}>{t(`imports:run.state.${state}`)}</StatusMark>
          </li>
        ))}
      </ul>
    </section>
  )
}
