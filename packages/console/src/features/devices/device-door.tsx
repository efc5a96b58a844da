import { type Device, type DeviceSummary, sendCommand } from '@gatehouse/contract/features/devices.ts'
import type { Door } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { callAndRefresh } from '../../api/call.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import type { DoorCommand } from '../../parts/device/command-lacks.ts'
import { DoorButtons } from '../../parts/device/door-buttons.tsx'
import { DoorSign } from '../../parts/device/door-sign.tsx'
import { DoorStanding } from '../../parts/device/door-standing.tsx'
import { LastFaces } from '../../parts/device/last-faces.tsx'
import { DoorNow } from '../../parts/door-now/door-now.tsx'
import { DoorSentence } from '../../parts/door-now/door-sentence.tsx'
import { useDoorStanding } from '../../parts/floor-plan/use-door-marks.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useAreDoorsCalm, useNeedsOfDevice } from './device-at-ease.ts'
import { doorsOfDevice, deviceQuery, deviceSettingsQuery } from './device-queries.ts'
import { useDoorNames } from './use-door-names.ts'

/** The action of a device's door, then the last people there: what its page begins with. */
export function DeviceDoor({ device }: { device: Device }) {
  const can = useCan()
  return (
    <div className="door-first">
      {can('live.control') && <DeviceDoorButtons device={device} />}
      {can('record.read') && <LastFaces at={{ deviceId: device.id }} />}
    </div>
  )
}

/** Of a controller the door is chosen first: none is opened in the place of another. */
function DeviceDoorButtons({ device }: { device: Device }) {
  const t = useText()
  const doors = useDoorNames(device)
  const [port, setPort] = useState(1)
  const door = doors.find((one) => one.port === port)?.door
  if (device.doorCount === 1) return <OneDoorButtons device={device} name={device.name} door={door} />
  const label = doors.find((door) => door.port === port)?.label ?? device.name
  return (
    <div className="device-door-choice">
      <Select
        aria-label={t('devices:doors.choose')}
        value={port}
        options={doors.map((door) => ({ value: door.port, label: door.label }))}
        onChange={setPort}
      />
      <OneDoorButtons key={port} device={device} name={label} port={port} door={door} />
    </div>
  )
}

type AtDoor = { device: Device; name: string; port?: number; door: Door | undefined }

function OneDoorButtons({ device, name, port, door }: AtDoor) {
  const settings = useQuery(deviceSettingsQuery(device.id)).data?.settings
  const seconds = settings?.find(({ key }) => key === 'doorOpenSeconds')?.wanted
  const isLetGoHere = useMayLetGo(device, door)
  const isHeldHere = device.heldPorts.includes(port ?? 1) && isLetGoHere
  const send = (kind: DoorCommand, reason: string | undefined) =>
    callAndRefresh(sendCommand, { params: { id: device.id }, body: { kind, reason, port } })
  return (
    <DoorButtons
      door={name}
      deviceIds={[device.id]}
      reach={device.isOnline ? 'online' : 'offline'}
      isHeld={isHeldHere || (device.doorMode !== null && device.doorMode !== 'normal')}
      seconds={typeof seconds === 'number' ? seconds : undefined}
      lacks={device.capabilities.commands}
      send={send}
    />
  )
}

/** Whether what holds a door is let go from here: not what an emergency holds, and nothing while it is not known whether one does. */
function useMayLetGo(device: Device, door: Door | undefined): boolean {
  const doors = useQuery(doorsOfDevice(device.id)).data?.items
  // An emergency everywhere holds also those of its doors that stand for none of the product's: another one tells.
  const told = door ?? doors?.[0]
  const standing = useDoorStanding(told)
  return told ? standing?.isEmergency === false : doors !== undefined
}

/** The same buttons over the list. */
export function DeviceDoorDialog({ device: { id, name }, onClose }: { device: DeviceSummary; onClose: () => void }) {
  const { data } = useQuery(deviceQuery(id))
  return (
    <Dialog title={name} width={360} onClose={onClose}>
      {data && <DeviceDoorButtons device={data} />}
    </Dialog>
  )
}

/** How the door of a device stands now. */
export function DeviceDoorStanding({ deviceId }: { deviceId: string }) {
  const door = useQuery(doorsOfDevice(deviceId)).data?.items[0]
  return door ? <DoorStanding door={door} /> : null
}

/** The large mark of a device's door; a controller has several, and none stands for it. */
export function DeviceDoorSign({ device }: { device: Device }) {
  const door = useQuery(doorsOfDevice(device.id)).data?.items[0]
  return door && device.doorCount === 1 ? <DoorSign door={door} /> : null
}

/** How things are at each door of a device; a terminal has one. */
export function DeviceNow({ deviceId }: { deviceId: string }) {
  const { data, error, refetch } = useQuery(doorsOfDevice(deviceId))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={8} />
  if (data.items.length === 1) return data.items.map((door) => <DoorNow key={door.id} door={door} />)
  return data.items.map((door) => (
    <section key={door.id} aria-label={door.name}>
      <h2>
        <Link to={pathTo('doorDetail', { query: { id: door.id } })}>{door.name}</Link>
      </h2>
      <DoorNow door={door} />
    </section>
  ))
}

/** The last passage here, and whether something needs the reader, in a sentence; `isClear`: the page has no notice of its own. */
export function DeviceSentence({ device, isClear }: { device: Device; isClear: boolean }) {
  const doors = useQuery(doorsOfDevice(device.id)).data?.items
  const needs = useNeedsOfDevice(device, doors)
  const areDoorsCalm = useAreDoorsCalm(device, doors)
  return <DoorSentence at={{ deviceId: device.id }} hasReaders needs={needs} isAtEase={isClear && areDoorsCalm} />
}
