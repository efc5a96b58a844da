import type { Driver } from './drivers/driver.ts'
import { gatehouseDriver } from './drivers/gatehouse/gatehouse-driver.ts'
import { zktecoDriver } from './drivers/zkteco/zkteco-driver.ts'
import type { DeviceApp } from './device-link/mount-device.ts'

/** Every driver; `mountRoutes` are the routes that the features have for terminals of our own link. */
export const createDrivers = (mountRoutes: (app: DeviceApp) => void): readonly Driver[] => [
  gatehouseDriver(mountRoutes),
  zktecoDriver,
]
