import type { Feature } from '../feature.ts'
import { leaverJobs } from './leaver-jobs.ts'
import { personJobs } from './person-jobs.ts'
import { personBeforeJobs } from './undo/person-before-jobs.ts'
import { portraitJobs } from './portraits/portrait-jobs.ts'
import { suspensionJobs } from './suspension-jobs.ts'
import { mountSuspensions } from './suspension-routes.ts'
import { mountNotice } from './consent/notice-routes.ts'
import { mountPortraits } from './portraits/portrait-routes.ts'

export const peopleFeature: Feature = {
  name: 'people',
  mount(app) {
    mountPortraits(app)
    mountSuspensions(app)
    mountNotice(app)
  },
  jobs: ({ services }) => [
    ...personJobs(services),
    ...portraitJobs(services),
    ...suspensionJobs(services),
    ...leaverJobs(services),
    ...personBeforeJobs(services),
  ],
  onHint: ({ what, id }, { services }) =>
    what === 'gallery' && id ? services.people.gallery.refreshPerson(id) : undefined,
  reload: ({ services }) => services.people.gallery.rebuild(),
}
