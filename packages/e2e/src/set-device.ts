import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import type { BodyInput } from '@gatehouse/contract/route.ts'
import { until } from '@gatehouse/testkit/until.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'

export type DeviceValues = BodyInput<typeof changeDeviceSettings>['values']

/** Changes settings of a device, once it has told what can be set: its schema comes after its hello. */
export async function setDevice(ask: Ask, id: string, values: DeviceValues): Promise<void> {
  const params = { id }
  const { revision } = await until(async () => {
    const settings = await ask(getDeviceSettings, { params })
    return settings.schema && settings
  }, 'the device has told what can be set')
  await ask(changeDeviceSettings, { params, body: { revision, values } })
}

/** Somebody who comes again within five seconds is else not recorded again, and a journey would wait for a record that never comes. */
export async function recordEachTime(ask: Ask, id: string): Promise<void> {
  await setDevice(ask, id, { repeatSeconds: 0 })
  await until(async () => {
    const { reportedRevision, revision } = await ask(getDeviceSettings, { params: { id } })
    return reportedRevision !== null && reportedRevision >= revision
  }, 'the device records the same person each time')
}
