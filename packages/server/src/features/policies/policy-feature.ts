import type { Feature } from '../../feature.ts'
import { mountPolicies } from './policy-routes.ts'

export const policiesFeature: Feature = {
  name: 'policies',
  mount(app) {
    mountPolicies(app)
  },
}
