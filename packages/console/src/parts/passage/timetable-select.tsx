import { getTimetable, listTimetables } from '@gatehouse/contract/features/timetables.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

/** The first by name whose name contains the typed text. */
const foundTimetables = (keyword: string) =>
  queryOptions({
    ...queryOf(listTimetables, { query: { keyword, size: 50 } }),
    select: ({ items }) => items,
    placeholderData: keepPreviousData,
  })

/** The timetable that is chosen already, so that the choice shows a name; none when it is gone. */
const selectedTimetableQuery = (id: string) =>
  queryOptions({ ...queryOf(getTimetable, { params: { id } }), retry: false })

type TimetableSelectProps = Omit<SelectProps<string | null>, 'value' | 'onChange'> & {
  value?: string | null | undefined
  onChange?: (value: string | undefined) => void
}

/** Chooses one pass timetable by name, asked of the server while it is typed; a form gives value and onChange. */
export function TimetableSelect({ value, onChange, ...rest }: TimetableSelectProps) {
  const [keyword, setKeyword] = useState('')
  const [wasOpened, setWasOpened] = useState(false)
  const found = useQuery({ ...foundTimetables(keyword), enabled: wasOpened })
  const chosen = useQuery({ ...selectedTimetableQuery(value ?? ''), enabled: Boolean(value) })
  const timetables = [chosen.data ?? [], found.data ?? []].flat()
  return (
    <Select<string | null>
      labelRender={nameLabel}
      {...rest}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onOpenChange={() => setWasOpened(true)}
      loading={found.isFetching}
      value={value ?? null}
      options={[...new Map(timetables.map(({ id, name }) => [id, { value: id, label: name }])).values()]}
      onChange={(next) => onChange?.(next ?? undefined)}
    />
  )
}
