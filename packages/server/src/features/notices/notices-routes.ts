import { getWaitingCounts, waitingTopics } from '@gatehouse/contract/features/notices/counts.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { can } from '@gatehouse/contract/permissions.ts'
import type { Hints } from '../../hints/hints.ts'
import { type App, mount } from '../../http/mount.ts'
import { shareFigures } from '../../lib/share-figures.ts'
import { readWaiting } from './waiting-reads.ts'

const topics: ReadonlySet<LiveTopic> = new Set(waitingTopics)

/** Mounted before the live stream: a hint first spoils the counts of this process, and then makes the consoles ask. */
export function mountNotices(app: App, hints: Hints): void {
  const counts = shareFigures(() => readWaiting(app.services.db))
  hints.on((hint) => {
    if (hint.to === 'consoles' && topics.has(hint.topic)) counts.spoil()
  })
  hints.onMissed(counts.spoil)

  mount(app, getWaitingCounts, async (_, { actor }) => {
    if (actor.kind !== 'account') throw new Error('the counts are of an account')
    const { alarms, visits, devices, laxDoors } = await counts.get()
    return {
      ...(can(actor.role, 'alarm.read') && { alarms }),
      ...(can(actor.role, 'visitor.read') && { visits }),
      ...(can(actor.role, 'device.write') && { devices, laxDoors }),
    }
  })
}
