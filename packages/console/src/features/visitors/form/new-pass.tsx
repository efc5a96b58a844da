import type { VisitorPass } from '@gatehouse/contract/features/visitor-passes.ts'
import type { Visitor } from '@gatehouse/contract/features/visitors.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Link } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { companyTime } from '../../../lib/format-date.ts'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { QrCodeCard } from '../../../ui/qr/qr-code-card.tsx'

type Props = { visitor: Visitor; pass: VisitorPass; onClose: () => void }

/** The pass of a visitor who has just been added: to show, print or keep, in the panel of the form. */
export function NewPass({ visitor, pass, onClose }: Props) {
  const t = useText()
  const period = t('visitors:detail.period', {
    from: companyTime(pass.validFromAt, 'minute'),
    to: companyTime(pass.validToAt, 'minute'),
  })
  return (
    <DetailPanel title={t('visitors:pass.title', { name: visitor.name })} width={480} onClose={onClose}>
      <p>{period}</p>
      {visitor.host && (
        <p>
          {t('visitors:form.host')}
          {t('list:colon')}
          {visitor.host.name}
        </p>
      )}
      {pass.code && (
        <QrCodeCard
          text={pass.code}
          name={t('visitors:pass.title', { name: visitor.name })}
          printed={[visitor.company, period].filter(Boolean).join('\n')}
          fileName={`pass-${visitor.name}`}
        />
      )}
      <p>
        <Link to={pathTo('visitorDetail', { query: { id: visitor.id } })}>{visitor.name}</Link>
      </p>
    </DetailPanel>
  )
}
