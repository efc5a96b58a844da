import type { Feature } from '../../feature.ts'
import { mountDoorLink } from './link/door-link-routes.ts'

export const doorsFeature: Feature = {
  name: 'doors',
  mountDevice(app) {
    mountDoorLink(app)
  },
}
