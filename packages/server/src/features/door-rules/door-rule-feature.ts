import type { Feature } from '../../feature.ts'
import { mountDoorRules } from './door-rule-routes.ts'

export const doorRulesFeature: Feature = {
  name: 'door-rules',
  mount(app) {
    mountDoorRules(app)
  },
}
