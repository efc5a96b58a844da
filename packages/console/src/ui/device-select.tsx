import { listDevices, mostDevicesNamed, type DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { call } from '../api/call.ts'

// Keys begin with the live topic `devices`: a hint refreshes what is shown.

/** The first by name whose name, place or number holds what is typed. */
const foundDevices = (keyword: string) =>
  queryOptions({
    queryKey: ['devices', 'choices', keyword],
    queryFn: async ({ signal }) =>
      (await call(listDevices, { query: { keyword, size: 50, sort: 'name', order: 'asc' } }, { signal })).items,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** These devices, by name. */
export const devicesOf = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['devices', 'of', ids],
    queryFn: async ({ signal }) => {
      if (ids.length === 0) return []
      const query = {
        ids: ids.slice(0, mostDevicesNamed).join(','),
        size: mostDevicesNamed,
        sort: 'name',
        order: 'asc',
      } as const
      return (await call(listDevices, { query }, { signal })).items
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

const choiceOf = ({ id, name, location }: DeviceSummary) => ({
  value: id,
  label: [name, location].filter(Boolean).join(' · '),
})

/** Asks the server while somebody types; the chosen ones bring their names along, wherever they stand in the list. */
function useChoices(chosen: readonly string[]) {
  const [keyword, setKeyword] = useState('')
  const [wasOpened, setWasOpened] = useState(false)
  const known = useQuery(devicesOf(chosen))
  const found = useQuery({ ...foundDevices(keyword), enabled: wasOpened })
  const options = [...(known.data ?? []), ...(found.data ?? [])].map(choiceOf)
  return {
    showSearch: { filterOption: false, onSearch: setKeyword },
    onOpenChange: () => setWasOpened(true),
    loading: found.isFetching,
    options: [...new Map(options.map((choice) => [choice.value, choice])).values()],
  }
}

type One = Omit<SelectProps<string | null>, 'value' | 'onChange'> & {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Chooses one device. */
export function DeviceSelect({ value, onChange, ...rest }: One) {
  const choices = useChoices(value === undefined ? [] : [value])
  return (
    <Select<string | null>
      {...rest}
      {...choices}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}

type Several = Omit<SelectProps<string[]>, 'value'> & { value?: string[] }

/** Chooses several devices; a form gives value and onChange. */
export function DevicesSelect({ value = [], ...rest }: Several) {
  return <Select<string[]> {...rest} {...useChoices(value)} mode="multiple" value={value} />
}
