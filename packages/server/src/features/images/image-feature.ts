import type { Feature } from '../../feature.ts'
import { mountImages } from './image-routes.ts'

export const imagesFeature: Feature = {
  name: 'images',
  mount(app) {
    mountImages(app)
  },
}
