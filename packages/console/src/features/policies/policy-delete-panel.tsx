import { deletePolicies, type Policy } from '@gatehouse/contract/features/policies.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useId, useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DeletionEffects } from './deletion-effect-list.tsx'
import { policyChoices } from './policy-queries.ts'

/** `/sign/policies/delete`: choose policies (required by the specification), and see the effect before deleting. */
export function PolicyDeletePanel() {
  const t = useText()
  const toast = useToast()
  const field = useId()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(pathTo('policies', { below: 'list' }))
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly Policy[]>([])
  const [isMissing, setIsMissing] = useState(false)
  const found = useQuery(policyChoices(keyword))
  const labelOf = ({ device, group, timetable }: Policy) =>
    `${device.name} – ${groupName(group.name, t)} – ${timetable.name}`
  const options = [...chosen, ...(found.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id))]

  const submit = () => {
    if (chosen.length === 0) return setIsMissing(true)
    void confirmDelete({
      title: t('policies:delete.title', { count: chosen.length }),
      text: t('policies:delete.text'),
      action: t('policies:delete.button', { count: chosen.length }),
      ends: chosen.map(({ id }) => id),
      run: async () => {
        await callAndRefresh(deletePolicies, { body: { ids: chosen.map(({ id }) => id) } })
        toast.done(t('policies:delete.done', { count: chosen.length }))
        panel.close()
      },
    })
  }
  const footer = (
    <div className="form-bar">
      <Button onClick={panel.close}>{t('form:cancel')}</Button>
      <Button danger type="primary" onClick={submit}>
        {t('policies:delete.action')}
      </Button>
    </div>
  )
  return (
    <DetailPanel title={t('policies:delete.panel')} width={480} onClose={panel.close} footer={footer}>
      <label htmlFor={field} className="policy-label">
        {t('policies:delete.choose')}
      </label>
      <Select<string[]>
        id={field}
        mode="multiple"
        style={{ width: '100%' }}
        aria-required
        aria-invalid={isMissing}
        {...(isMissing ? { status: 'error' as const } : {})}
        loading={found.isFetching}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        value={chosen.map(({ id }) => id)}
        options={options.map((policy) => ({ value: policy.id, label: labelOf(policy) }))}
        onChange={(ids) => {
          setIsMissing(false)
          setChosen(options.filter(({ id }) => ids.includes(id)))
        }}
      />
      {isMissing && (
        <p className="policy-missing" role="alert">
          {t('policies:delete.required')}
        </p>
      )}
      <DeletionEffects policies={chosen} />
    </DetailPanel>
  )
}
