import type { Feature } from '../../feature.ts'
import { mountAccounts } from './account-routes.ts'

export const accountsFeature: Feature = {
  name: 'accounts',
  mount(app) {
    mountAccounts(app)
  },
}
