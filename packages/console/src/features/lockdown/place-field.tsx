import type { LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { siteNamesQuery, siteQuery } from './lockdown-queries.ts'

const everything = 'everything'

type Props = { id?: string; value?: LockdownScope; onChange?: (scope: LockdownScope) => void }

/** All sites, one site, or an area of it with those inside; a form gives value and onChange. */
export function PlaceField({ id, value, onChange }: Props) {
  const t = useText()
  const sites = useQuery(siteNamesQuery)
  const [siteId, setSiteId] = useState(value?.kind === 'site' ? value.id : undefined)
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== undefined }).data
  const choose = (next: string) => {
    setSiteId(next === everything ? undefined : next)
    onChange?.(next === everything ? { kind: 'everything' } : { kind: 'site', id: next })
  }
  const areas = site?.areas.filter(({ parentAreaId }) => parentAreaId !== null) ?? []
  const wholeId = site?.areas.find(({ parentAreaId }) => parentAreaId === null)?.id
  return (
    <div className="lockdown-place">
      <Select
        {...(id && { id })}
        showSearch={{ optionFilterProp: 'label' }}
        loading={sites.isPending}
        value={siteId ?? everything}
        onChange={choose}
        options={[
          { value: everything, label: t('lockdown:everything') },
          ...(sites.data ?? []).map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      {siteId !== undefined && areas.length > 0 && (
        <TreeSelect
          aria-label={t('lockdown:form.area')}
          showSearch
          allowClear
          treeDefaultExpandAll
          treeNodeFilterProp="title"
          placeholder={t('lockdown:form.wholeSite')}
          treeDataSimpleMode={{ id: 'value', pId: 'parent', rootPId: '' }}
          treeData={areas.map((area) => ({
            value: area.id,
            title: area.name,
            parent: area.parentAreaId === wholeId ? '' : area.parentAreaId,
          }))}
          {...(value?.kind === 'area' && { value: value.id })}
          onChange={(areaId?: string) =>
            onChange?.(areaId === undefined ? { kind: 'site', id: siteId } : { kind: 'area', id: areaId })
          }
        />
      )}
    </div>
  )
}
