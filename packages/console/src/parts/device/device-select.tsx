import { listDevices, maxDevicesNamed, type DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { nameLabel } from '../../ui/form/name-label.ts'

// Keys begin with the live topic `devices`: a hint refreshes what is shown.

type Choice = Pick<DeviceSummary, 'id' | 'name' | 'location'>

/** The devices that can be chosen; `key` distinguishes one such set from another. */
type Among = { key: readonly string[]; find: (keyword: string, signal: AbortSignal) => Promise<readonly Choice[]> }

/** Any: the first by name whose name, location or number contains the typed text. */
const allDevices: Among = {
  key: [],
  find: async (keyword, signal) =>
    (await call(listDevices, { query: { keyword, size: 50, sort: 'name', order: 'asc' } }, { signal })).items,
}

const foundDevices = ({ key, find }: Among, keyword: string) =>
  queryOptions({
    queryKey: ['devices', 'choices', ...key, keyword],
    queryFn: ({ signal }) => find(keyword, signal),
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
        ids: ids.slice(0, maxDevicesNamed).join(','),
        size: maxDevicesNamed,
        sort: 'name',
        order: 'asc',
      } as const
      return (await call(listDevices, { query }, { signal })).items
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

const choiceOf = ({ id, name, location }: Choice) => ({
  value: id,
  label: [name, location].filter(Boolean).join(' · '),
})

/** Asks the server while somebody types; the chosen ones come with their names, even if they are not in the list. */
function useChoices(chosen: readonly string[], among = allDevices) {
  const [keyword, setKeyword] = useState('')
  const [wasOpened, setWasOpened] = useState(false)
  const known = useQuery(devicesOf(chosen))
  const found = useQuery({ ...foundDevices(among, keyword), enabled: wasOpened })
  const options = [...(known.data ?? []), ...(found.data ?? [])].map(choiceOf)
  return {
    showSearch: { filterOption: false, onSearch: setKeyword },
    onOpenChange: () => setWasOpened(true),
    loading: found.isFetching,
    labelRender: nameLabel,
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

type Several = Omit<SelectProps<string[]>, 'value'> & { value?: string[]; among?: Among }

/** Chooses several devices; a form gives value and onChange. */
export function DevicesSelect({ value = [], among, ...rest }: Several) {
  return <Select<string[]> {...rest} {...useChoices(value, among)} mode="multiple" value={value} />
}
