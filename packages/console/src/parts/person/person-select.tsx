import { findPeople } from '@gatehouse/contract/features/policies.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { nameLabel } from '../../ui/form/name-label.ts'
import { FaceThumbnail } from '../face/face-thumbnail.tsx'
import './person-select.css'

const personChoices = (keyword: string) =>
  queryOptions({ ...queryOf(findPeople, { query: { keyword } }), placeholderData: keepPreviousData })

/** The person that is chosen already, so that the choice shows a name. */
export const selectedPersonQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'chosen', id],
    queryFn: async ({ signal }) => (await call(findPeople, { query: { id } }, { signal }))[0] ?? null,
  })

type PersonSelectProps = Omit<SelectProps<string | null>, 'value' | 'onChange'> & {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Chooses one person of any kind by name and face, asked of the server while it is typed. */
export function PersonSelect({ value, onChange, ...rest }: PersonSelectProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [wasOpened, setWasOpened] = useState(false)
  const found = useQuery({ ...personChoices(keyword), enabled: wasOpened })
  const chosen = useQuery({ ...selectedPersonQuery(value ?? ''), enabled: value !== undefined })
  const people = [chosen.data ?? [], found.data ?? []].flat()
  const unique = people.filter(({ id }, index) => people.findIndex((one) => one.id === id) === index)
  const withFace = (id: unknown, label: ReactNode) => (
    <span className="person-choice">
      <FaceThumbnail kind="portrait" imageId={unique.find((one) => one.id === id)?.portraitId ?? null} />
      <span>{label}</span>
    </span>
  )
  return (
    <Select<string | null>
      labelRender={({ value: id, label }) => withFace(id, nameLabel({ label }))}
      optionRender={({ value: id, label }) => withFace(id, label)}
      {...rest}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onOpenChange={() => setWasOpened(true)}
      value={value ?? null}
      loading={found.isFetching}
      options={unique.map(({ id, name, kind }) => ({ value: id, label: `${name} · ${t(`list:personKind.${kind}`)}` }))}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
