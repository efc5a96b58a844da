import { FilterOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../../i18n/i18n.ts'
import { groupName } from '../../../parts/passage/list-group-name.ts'
import type { Matrix } from './matrix-queries.ts'

const keys = ['siteId', 'door', 'group'] as const
/** In the address; the list has other names for its filters. */
export type MatrixFilter = Partial<Record<(typeof keys)[number], string>>

export const filterOf = (params: URLSearchParams): MatrixFilter =>
  Object.fromEntries(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])))

type Props = { data: Matrix; filter: MatrixFilter; children: ReactNode }

/** The paints, and at their right what of the matrix is shown: a site, a door, a group. */
export function MatrixTools({ data, filter, children }: Props) {
  const t = useText()
  const id = useId()
  const [, setParams] = useSearchParams()
  const count = Object.keys(filter).length
  const [isOpen, setIsOpen] = useState(count > 0)
  const choices = {
    siteId: data.sites.map((site) => ({ value: site.id, label: site.name })),
    door: data.doors.map((door) => ({ value: door.deviceId, label: door.name })),
    group: data.groups.map((group) => ({ value: group.id, label: groupName(group.name, t) })),
  }
  const change = (key: (typeof keys)[number], value: string | null | undefined) => {
    const next = new URLSearchParams(Object.entries(filter))
    // A door of another site would leave nothing.
    if (key === 'siteId') next.delete('door')
    if (value) next.set(key, value)
    else next.delete(key)
    setParams(next, { replace: true })
  }
  return (
    <>
      <div className="matrix-tools">
        {children}
        <Button
          className="matrix-filter-button"
          icon={<FilterOutlined aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('policies:matrix.filter')}
          {count > 0 && <b className="tabular">{count}</b>}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="matrix-filter" role="group" aria-label={t('policies:matrix.filter')}>
          {keys.map((key) => (
            <Select
              key={key}
              aria-label={t(`policies:matrix.filterBy.${key}`)}
              placeholder={t(`policies:matrix.filterBy.${key}`)}
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={filter[key] ?? null}
              options={choices[key]}
              onChange={(value: string | null | undefined) => change(key, value)}
            />
          ))}
        </div>
      )}
    </>
  )
}
