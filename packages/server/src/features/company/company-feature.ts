import type { Feature } from '../../feature.ts'
import { mountCompany } from './company-routes.ts'

export const companyFeature: Feature = {
  name: 'company',
  mount(app, parts) {
    mountCompany(app, {
      authorization: () => {
        const row = parts.licence.current()
        return row ? { fromAt: row.valid_from, toAt: row.valid_to } : null
      },
    })
  },
}
