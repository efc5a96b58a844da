import type { DeviceRoute } from './device-route.ts'
import * as doorEvents from './door-events.ts'
import * as link from './link.ts'
import * as recogniser from './recogniser-link.ts'
import * as surroundings from './surroundings.ts'

const isRoute = (value: unknown): value is DeviceRoute =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

/** Every call of the device link with its name: the tests enumerate it, and the schema is made from it. */
export const linkRoutes: ReadonlyMap<string, DeviceRoute> = new Map(
  Object.entries<unknown>({ ...link, ...surroundings, ...doorEvents, ...recogniser }).flatMap(([name, route]) =>
    isRoute(route) ? [[name, route] as const] : [],
  ),
)
