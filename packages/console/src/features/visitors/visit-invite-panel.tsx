import { inviteVisitor } from '@gatehouse/contract/features/visits.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { InstantPicker } from '../../ui/form/form-instant.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { QrCodeCard } from '../../ui/qr/qr-code-card.tsx'
import { HostSelect } from './host-select.tsx'
import { VisitMailNotice } from './visit-mail-notice.tsx'
import { startingPeriod } from './visitor-period.ts'
import { visitorErrorFields } from './visitor-refusal.tsx'

const schema = inviteVisitor.body.omit({ language: true, groupId: true })

export type MadeLink = { visit: { name: string }; url: string; isMailed: boolean }

/** `/manmgt/visitor/invite`: by e-mail, or by a link that one passes on. */
export function VisitInvitePanel() {
  const t = useText()
  const panel = usePanelRoute(pathTo('visitor'))
  const [made, setMade] = useState<MadeLink | null>(null)
  if (made) return <LinkPanel made={made} onClose={panel.close} />
  return (
    <FormPanel
      title={t('visitors:visit.inviteTitle')}
      schema={schema}
      initial={startingPeriod()}
      submitLabel={t('visitors:visit.inviteSubmit')}
      errorFields={visitorErrorFields}
      onClose={panel.close}
      onSubmit={(body) => call(inviteVisitor, { body: { ...body, groupId: null, language: currentLanguage() } })}
      onSaved={(link) => {
        setMade(link)
      }}
    >
      <VisitMailNotice />
      <FormField name="name" label={t('visitors:form.name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="email" label={t('visitors:form.email')} hint={t('visitors:visit.emailHint')}>
        <Input type="email" autoComplete="off" />
      </FormField>
      <div className="form-row">
        <FormField name="validFromAt" label={t('visitors:form.from')}>
          <InstantPicker />
        </FormField>
        <FormField name="validToAt" label={t('visitors:form.to')}>
          <InstantPicker />
        </FormField>
      </div>
      <FormField name="hostId" label={t('visitors:form.host')} hint={t('visitors:form.hostHint')}>
        <HostSelect />
      </FormField>
      <FormFold title={t('visitors:form.visit')}>
        <FormField name="company" label={t('visitors:form.company')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="purpose" label={t('visitors:form.purpose')}>
          <Input autoComplete="off" />
        </FormField>
      </FormFold>
    </FormPanel>
  )
}

/** The link of an invitation, which is shown only once. */
export function LinkPanel({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const t = useText()
  return (
    <DetailPanel
      title={made.visit.name}
      width={480}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('visitors:visit.done')}
        </Button>
      }
    >
      <section className="visit-link" role="status">
        <h3>{t(made.isMailed ? 'visitors:visit.mailedTitle' : 'visitors:visit.linkTitle')}</h3>
        <p>{t(made.isMailed ? 'visitors:visit.mailedText' : 'visitors:visit.linkText')}</p>
        <CopyText text={made.url} what={t('visitors:visit.link')} />
        <QrCodeCard text={made.url} name={t('visitors:visit.link')} fileName="invitation" />
      </section>
    </DetailPanel>
  )
}
