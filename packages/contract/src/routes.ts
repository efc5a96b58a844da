import * as auth from './features/auth.ts'
import * as departments from './features/departments.ts'
import * as deviceSettings from './features/device-settings.ts'
import * as devices from './features/devices.ts'
import * as images from './features/images.ts'
import * as licence from './features/licence.ts'
import * as live from './features/live.ts'
import * as personGroups from './features/person-groups.ts'
import * as portraits from './features/portraits.ts'
import * as records from './features/records.ts'
import * as serverInfo from './features/server-info.ts'
import * as staff from './features/staff.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'method' in value

/** Every route under `/api` with its name: what the tests enumerate and the API document is made from. */
export const apiRoutes: ReadonlyMap<string, Route> = new Map(
  [
    auth,
    departments,
    deviceSettings,
    devices,
    images,
    licence,
    live,
    personGroups,
    portraits,
    records,
    serverInfo,
    staff,
  ].flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, Route] => isRoute(entry[1]))),
)
