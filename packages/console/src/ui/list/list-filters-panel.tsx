import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Select } from 'antd'
import { useState, type ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useMakesRoom } from '../../lib/use-makes-room.ts'
import { useIsPhone } from '../../lib/use-media.ts'
import { periodOf, type ListFilter } from './list-filter.ts'
import { nameLabel } from '../form/name-label.ts'
import { ListPeriod } from './list-period.tsx'
import { useSetFilters } from './list-tokens.tsx'
import { withFilters } from './list-url-state.ts'
import { useSearchParams } from 'react-router'

type Props = { filters: readonly ListFilter[]; beside?: ReactNode; onClear: () => void; onClose: () => void }

const panelWidth = 360

/** All filters of a list with their usual controls: beside the list, and on a phone the one sheet from below. */
export function ListFiltersPanel({ filters, beside, onClear, onClose }: Props) {
  const t = useText()
  const isPhone = useIsPhone()
  const { set, change, params } = useSetFilters(filters)
  useMakesRoom(isPhone ? 0 : panelWidth)
  return (
    <Drawer
      open
      rootClassName={isPhone ? '' : 'panel-beside'}
      {...(!isPhone && { mask: false, 'aria-modal': false })}
      placement={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'large' : panelWidth}
      title={<h2 className="detail-panel-title">{t('list:filters')}</h2>}
      closable={{ 'aria-label': t('form:close'), placement: 'end' }}
      onClose={onClose}
      footer={
        <div className="list-filters-foot">
          <Button type="primary" onClick={onClose}>
            {t('list:tokens.done')}
          </Button>
          <Button disabled={set.length === 0} onClick={onClear}>
            {t('list:clearFilters')}
          </Button>
        </div>
      }
    >
      <div className="list-filters">
        {beside}
        {filters.map((filter) => (
          <div key={filter.key}>
            <span>{filter.label}</span>
            {'isPeriod' in filter ? (
              <Period label={filter.label} params={params} />
            ) : (
              <Choice filter={filter} value={params.get(filter.key)} onChange={(value) => change(filter, value)} />
            )}
          </div>
        ))}
      </div>
    </Drawer>
  )
}

function Period({ label, params }: { label: string; params: URLSearchParams }) {
  const [, setParams] = useSearchParams()
  const { from, to } = periodOf(params.get('period')) ?? { from: params.get('from'), to: params.get('to') }
  return (
    <ListPeriod
      label={label}
      from={from ?? undefined}
      to={to ?? undefined}
      onChange={(chosen) =>
        setParams((now) => withFilters(now, { period: undefined, ...chosen }), { preventScrollReset: true })
      }
    />
  )
}

type ChoiceProps = { filter: ListFilter; value: string | null; onChange: (value: string | undefined) => void }

function Choice({ filter, value, onChange }: ChoiceProps) {
  const [keyword, setKeyword] = useState('')
  const [wasOpened, setWasOpened] = useState(false)
  const source = 'source' in filter ? filter.source : undefined
  const found = useQuery({
    queryKey: [...(source?.key ?? []), 'found', keyword.trim()],
    queryFn: ({ signal }) => source?.find(keyword.trim(), signal) ?? [],
    enabled: wasOpened && source !== undefined,
    staleTime: 60_000,
  })
  const named = useQuery({
    queryKey: [...(source?.key ?? []), 'named', value],
    queryFn: async ({ signal }) => (await source?.name(value ?? '', signal)) ?? null,
    enabled: source !== undefined && value !== null,
    staleTime: 60_000,
  })
  const known = value !== null && named.data ? [{ value, label: named.data }] : []
  const options = 'options' in filter ? filter.options : [...known, ...(found.data ?? [])]
  return (
    <Select<string | null>
      labelRender={nameLabel}
      aria-label={filter.label}
      allowClear
      showSearch={source ? { filterOption: false, onSearch: setKeyword } : { optionFilterProp: 'label' }}
      value={value}
      options={[...new Map(options.map((one) => [one.value, one])).values()]}
      loading={found.isFetching}
      onOpenChange={() => setWasOpened(true)}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
