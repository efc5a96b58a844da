import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { personChoices } from './attendance-queries.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

type Named = { value: string; label: string }
type Props = { id?: string; value?: Named[]; onChange?: (people: Named[]) => void }

/** People by name; the form keeps their names too, since no list has all of them. */
export function PersonSelect({ value = [], onChange, ...rest }: Props) {
  const [keyword, setKeyword] = useState('')
  const people = useQuery(personChoices(keyword))
  return (
    <Select<Named[]>
      labelRender={nameLabel}
      {...rest}
      mode="multiple"
      labelInValue
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={people.isFetching}
      value={value}
      options={(people.data?.items ?? []).map(({ id, name, jobId }) => ({
        value: id,
        label: jobId ? `${name} (${jobId})` : name,
      }))}
      onChange={(chosen) => onChange?.(chosen.map(({ value: id, label }) => ({ value: id, label })))}
    />
  )
}
