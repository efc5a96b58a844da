import type { Feature } from '../../feature.ts'
import { portraitJobs } from './portrait-jobs.ts'
import { mountPortraits } from './portrait-routes.ts'

export const portraitsFeature: Feature = {
  name: 'portraits',
  mount(app) {
    mountPortraits(app)
  },
  jobs: ({ services }) => portraitJobs(services),
  onHint: ({ what, id }, { gallery }) => (what === 'gallery' && id ? gallery.refreshPerson(id) : undefined),
  readAnew: ({ gallery }) => gallery.rebuild(),
}
