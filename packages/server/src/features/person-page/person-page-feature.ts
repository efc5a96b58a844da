import * as doorHours from '@gatehouse/contract/features/people/door-hours.ts'
import * as timeline from '@gatehouse/contract/features/people/timeline.ts'
import type { Feature } from '../../feature.ts'
import { mount } from '../../http/mount.ts'
import { getPersonDoors } from './door-hours-service.ts'
import { getTimeline } from './timeline-service.ts'

/** The parts of a person's page that ask several features: their doors, and what happened to them. */
export const personPageFeature: Feature = {
  name: 'person-page',
  mount(app) {
    mount(app, doorHours.getPersonDoors, ({ params, query }, ctx) => getPersonDoors(ctx, params.id, query))
    mount(app, timeline.getPersonTimeline, ({ params, query }, ctx) => getTimeline(ctx, params.id, query))
  },
}
