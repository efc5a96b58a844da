import type { LockdownScope } from '@gatehouse/contract/features/lockdown.ts'
import { useQuery } from '@tanstack/react-query'
import { Select, TreeSelect } from 'antd'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { siteNamesQuery, siteQuery, usePlace } from './place-queries.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import './place-field.css'

const everything = 'everything'
/** A value of the field for no place. */
const unset = 'unset'

type Props = {
  id?: string
  value?: LockdownScope
  onChange?: (scope: LockdownScope | undefined) => void
  /** A choice of no place, for which undefined stands, in words. */
  noPlace?: string
}

/** All sites, one site, or an area of it with those inside; a form gives value and onChange. */
export function PlaceField({ id, value, onChange, noPlace }: Props) {
  const t = useText()
  const sites = useQuery(siteNamesQuery)
  const [chosenId, setChosenId] = useState<string>()
  // The site of an area that was chosen here is known: no other site is asked about it.
  const known = usePlace(chosenId === undefined ? value : undefined).site
  const siteId = value === undefined || value.kind === 'everything' ? undefined : (chosenId ?? known?.id)
  const site = useQuery({ ...siteQuery(siteId ?? ''), enabled: siteId !== undefined }).data
  const choose = (next: string) => {
    setChosenId(next)
    if (next === unset) onChange?.(undefined)
    else onChange?.(next === everything ? { kind: 'everything' } : { kind: 'site', id: next })
  }
  const areas = site?.areas.filter(({ parentAreaId }) => parentAreaId !== null) ?? []
  const isLookedFor = value !== undefined && value.kind !== 'everything'
  const nothing = value === undefined && noPlace !== undefined ? unset : everything
  const wholeId = site?.areas.find(({ parentAreaId }) => parentAreaId === null)?.id
  return (
    <div className="place-field">
      <Select<string | null>
        labelRender={nameLabel}
        {...(id && { id })}
        showSearch={{ optionFilterProp: 'label' }}
        loading={sites.isPending}
        value={siteId ?? (isLookedFor ? null : nothing)}
        onChange={(next) => choose(next ?? everything)}
        options={[
          ...(noPlace === undefined ? [] : [{ value: unset, label: noPlace }]),
          { value: everything, label: t('shared:place.everything') },
          ...(sites.data ?? []).map((one) => ({ value: one.id, label: one.name })),
        ]}
      />
      {siteId !== undefined && areas.length > 0 && (
        <TreeSelect
          aria-label={t('shared:place.area')}
          showSearch
          allowClear
          treeDefaultExpandAll
          treeNodeFilterProp="title"
          placeholder={t('shared:place.wholeSite')}
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
