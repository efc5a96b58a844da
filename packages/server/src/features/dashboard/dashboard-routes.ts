import { arrangeDashboard, getDashboard, getExhibition, maxExhibited } from '@gatehouse/contract/features/dashboard.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import type { Hints } from '../../hints/hints.ts'
import { type App, mount } from '../../http/mount.ts'
import { keepSession } from '../../http/session-store.ts'
import { readBranding } from '../../company/company-reads.ts'
import { readExhibited } from './dashboard-reads.ts'
import { deleteArrangement, findArrangement, upsertArrangement } from './arrangement-store.ts'
import { type FigureNeeds, figuresOf, keepUsual, readFigures } from './dashboard-service.ts'
import { shareFigures } from '../../lib/share-figures.ts'

/** The topics that change nothing on a dashboard. */
const elsewhere = new Set<LiveTopic>(['timetables', 'policies', 'imports', 'commands'])

/**
 * Mounted before the live stream: a hint first expires the figures of this process, and then makes the consoles ask
 * for them.
 */
export function mountDashboard(app: App, hints: Hints, needs: Pick<FigureNeeds, 'measureDisk' | 'licence'>): void {
  const usual = keepUsual(app.services.db)
  const figures = shareFigures(() => readFigures({ ...app.services, ...needs, usual }))
  const lobby = shareFigures(async () => {
    const { todayFrom } = await figures.get()
    return { branding: await readBranding(app.services.db), people: await readExhibited(app.services.db, todayFrom) }
  })
  const spoil = () => {
    figures.spoil()
    lobby.spoil()
  }
  hints.on((hint) => {
    if (hint.to === 'servers' || (hint.to === 'consoles' && !elsewhere.has(hint.topic))) spoil()
  })
  hints.onMissed(spoil)

  mount(app, getDashboard, async (_, { db, actor }) => {
    if (actor.kind !== 'account') throw new Error('a dashboard is of an account')
    const arrangement = await findArrangement(db, actor.id)
    return { ...figuresOf(await figures.get(), actor.role), arrangement }
  })

  mount(app, arrangeDashboard, async ({ body: { widgets } }, { db, clock, actor }) => {
    if (actor.kind !== 'account') throw new Error('a dashboard is of an account')
    if (widgets === null) await deleteArrangement(db, actor.id)
    else await upsertArrangement(db, actor.id, widgets, clock.now().toString())
    return null
  })

  mount(app, getExhibition, async ({ token }, ctx) => {
    if (ctx.actor.kind !== 'account') throw new Error('a dashboard is of an account')
    // A lobby display stays on for weeks; nobody is there to sign in every day.
    await keepSession(ctx.db, ctx.clock, token)
    const { timeZone, recognitions, devices } = figuresOf(await figures.get(), ctx.actor.role)
    const { branding, people } = await lobby.get()
    return {
      timeZone,
      branding,
      recognitions,
      devices: devices && { total: devices.total, online: devices.online },
      passages:
        recognitions &&
        people.filter(({ kind }) => kind === 'visitor' || recognitions.staff !== null).slice(0, maxExhibited),
    }
  })
}
