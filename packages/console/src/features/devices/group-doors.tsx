import type { Device } from '@gatehouse/contract/features/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { groupList } from '../../parts/person/group-list.ts'
import { useDoorNames } from './use-door-names.ts'

type Ports = Device['groupPorts']

/** Chooses for each bound group which doors of a controller it may pass; a form gives value and onChange. */
export function GroupDoors({
  device,
  id,
  value = {},
  onChange,
}: {
  device: Device
  id?: string
  value?: Ports
  onChange?: (value: Ports) => void
}) {
  const t = useText()
  const doors = useDoorNames(device)
  const groups = useQuery(groupList()).data ?? []
  const chosen = Form.useWatch<string[] | undefined>('groupIds') ?? []
  const change = (groupId: string, ports: number[]) => {
    const { [groupId]: _before, ...others } = value
    onChange?.(ports.length === 0 ? others : { ...others, [groupId]: ports })
  }
  return (
    <div id={id} className="device-group-doors">
      {groups
        .filter((group) => chosen.includes(group.id))
        .map((group) => {
          const name = groupName(group.name, t)
          return (
            <div key={group.id}>
              <span aria-hidden>{name}</span>
              <Select<number[]>
                mode="multiple"
                aria-label={t('devices:doors.ofGroup', { group: name })}
                placeholder={t('devices:doors.all')}
                value={value[group.id] ?? []}
                options={doors.map(({ port, label }) => ({ value: port, label }))}
                onChange={(ports) => change(group.id, ports)}
              />
            </div>
          )
        })}
    </div>
  )
}
