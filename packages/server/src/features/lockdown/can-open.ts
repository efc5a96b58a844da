import { capabilitiesOf } from '../../drivers/makes.ts'

/** Whether an emergency open can hold the doors of a device open: its preview, its beginning and the count of its doors ask this. */
export const canOpen = (device: Parameters<typeof capabilitiesOf>[0]): boolean =>
  capabilitiesOf(device).commands['hold-open'] === null
