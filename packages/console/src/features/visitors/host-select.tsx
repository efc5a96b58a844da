import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { hostChoices } from './visitor-queries.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

/** Chooses the employee who receives a visitor, by name; a form gives value and onChange. */
export function HostSelect(props: {
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  /** The selected one, who may not be among the first results. */
  known?: { id: string; name: string } | null
}) {
  const [keyword, setKeyword] = useState('')
  const found = useQuery(hostChoices(keyword))
  const { known } = props
  const choices = found.data ?? []
  const hosts =
    known && !choices.some(({ id }) => id === known.id) ? [{ ...known, department: null }, ...choices] : choices
  return (
    <Select
      labelRender={nameLabel}
      id={props.id ?? ''}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      loading={found.isFetching}
      value={props.value ?? null}
      options={hosts.map(({ id, name, department }) => ({
        value: id,
        label: department ? `${name} · ${department}` : name,
      }))}
      onChange={(id: string | undefined) => props.onChange?.(id ?? null)}
    />
  )
}
