import type { Feature } from '../../feature.ts'
import { mountPortraitQuality } from './portrait-quality-routes.ts'

export const portraitQualityFeature: Feature = {
  name: 'portrait-quality',
  mount(app) {
    mountPortraitQuality(app)
  },
}
