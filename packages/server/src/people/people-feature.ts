import type { Feature } from '../feature.ts'
import { personJobs } from './person-jobs.ts'
import { portraitJobs } from './portraits/portrait-jobs.ts'
import { mountPortraits } from './portraits/portrait-routes.ts'

export const peopleFeature: Feature = {
  name: 'people',
  mount(app) {
    mountPortraits(app)
  },
  jobs: ({ services }) => [...personJobs(services), ...portraitJobs(services)],
  onHint: ({ what, id }, { services }) =>
    what === 'gallery' && id ? services.people.gallery.refreshPerson(id) : undefined,
  reload: ({ services }) => services.people.gallery.rebuild(),
}
