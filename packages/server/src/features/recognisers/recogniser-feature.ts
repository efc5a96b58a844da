import { getRecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { createSystemCtx, inTransaction } from '../../ctx.ts'
import type { Feature } from '../../feature.ts'
import { mount } from '../../http/mount.ts'
import { mountRecogniserLink } from './link/recogniser-link-routes.ts'
import { makeTemplates, makeTemplatesJob } from './make-templates.ts'
import { leadNextTerminal } from './recogniser-actions.ts'
import { getStatus } from './recogniser-service.ts'

export const recognisersFeature: Feature = {
  name: 'recognisers',
  mount(app) {
    mount(app, getRecogniserStatus, (_, ctx) => getStatus(ctx))
  },
  mountDevice(app, { recognisers, liveUpdates }) {
    mountRecogniserLink(app, recognisers, liveUpdates)
  },
  jobs({ services, recognisers }) {
    let isUnderWay = false
    return [
      {
        name: makeTemplatesJob,
        cron: '* * * * *',
        async run(stopping) {
          // A change that is asked for at the end of a minute has two runs.
          if (isUnderWay) return
          isUnderWay = true
          try {
            await makeTemplates(services, recognisers, stopping)
            await inTransaction(createSystemCtx(services), (ctx) => leadNextTerminal(ctx, recognisers.knows))
          } finally {
            isUnderWay = false
          }
        },
      },
    ]
  },
  // A change that was missed: the gallery reads everybody again by itself.
  reload: ({ recognisers }) => recognisers.refresh(),
  async onHint({ what }, { services, recognisers }) {
    if (what !== 'recognisers') return
    await recognisers.refresh()
    // Templates in force may be others, whether or not this process was the one that changed them.
    await services.people.gallery.rebuild()
  },
}
