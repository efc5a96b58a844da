import { listPolicies, updatePolicy, type Policy } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { readUrlState } from '../../ui/list/list-url-state.ts'
import { TimetableSelect } from '../../parts/passage/timetable-select.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { PolicyFit } from './policy-fit.tsx'
import { policyList } from './policy-queries.ts'

/** `/sign/policies/{id}/edit`: another timetable for a door and a group; the policy is one of the list's. */
export function PolicyEditPanel() {
  const t = useText()
  const { policyId = '' } = useParams()
  const [params] = useSearchParams()
  const panel = usePanelRoute(pathTo('policies', { below: 'list' }))
  const state = readUrlState(listPolicies.query, params)
  const list = useQuery(policyList(state))
  const policy = list.data?.items.find(({ id }) => id === policyId)
  if (policy) return <PolicyEditForm key={policy.timetable.id} policy={policy} onClose={panel.close} />
  return (
    <DetailPanel title={t('policies:action.edit')} width={480} onClose={panel.close}>
      {list.isError ? (
        <ErrorPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : list.isPending ? (
        <DetailSkeleton lines={6} />
      ) : (
        <EmptyState isSmall title={t('policies:missing.title')} text={t('policies:missing.text')} />
      )}
    </DetailPanel>
  )
}

function PolicyEditForm({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const name = `${policy.device.name} – ${groupName(policy.group.name, t)}`
  return (
    <FormPanel
      title={name}
      schema={updatePolicy.body}
      initial={{ timetableId: policy.timetable.id }}
      submitLabel={t('form:save')}
      errorFields={{ 'timetable.not-found': 'timetableId', 'policy.exists': 'timetableId' }}
      onClose={onClose}
      onSubmit={(body) => call(updatePolicy, { params: { id: policy.id }, body })}
      onSaved={() => {
        toast.done(t('policies:saved', { name }))
        onClose()
      }}
    >
      <FormField name="timetableId" label={t('policies:column.timetable')} hint={t('policies:form.timetableHint')}>
        <TimetableSelect />
      </FormField>
      <PolicyFit policy={policy} />
    </FormPanel>
  )
}
