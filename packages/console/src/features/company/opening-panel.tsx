import {
  maxReasons,
  type OpeningRule,
  openingRuleInput,
  updateOpeningRule,
} from '@gatehouse/contract/features/doors/opening-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { companyPath } from './company-queries.ts'
import { openingRuleQuery } from './opening-card.tsx'

/** `opening`: whether doors are opened with a reason only, and the reasons that are offered. */
export function OpeningPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(openingRuleQuery)
  const { close } = usePanelRoute(companyPath)
  if (data) return <OpeningForm rule={data} onClose={close} />
  return (
    <DetailPanel title={t('company:opening.edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function OpeningForm({ rule: { needsReason, reasons }, onClose }: { rule: OpeningRule; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <FormPanel
      title={t('company:opening.edit')}
      schema={openingRuleInput}
      initial={{ needsReason, reasons }}
      submitLabel={t('form:save')}
      onSubmit={(body) => callAndRefresh(updateOpeningRule, { body })}
      onSaved={() => {
        toast.done(t('company:opening.saved'))
        onClose()
      }}
      onClose={onClose}
    >
      <FormField
        name="needsReason"
        label={t('company:opening.needsReason')}
        hint={t('company:opening.needsReasonHint')}
      >
        <FormSwitch label={t('company:opening.needsReason')} />
      </FormField>
      <FormField name="reasons" label={t('company:opening.reasons')} hint={t('company:opening.reasonsHint')}>
        <Select mode="tags" open={false} suffixIcon={null} maxCount={maxReasons} tokenSeparators={[',', '，', ';']} />
      </FormField>
    </FormPanel>
  )
}
