import { isOfPerson } from '@gatehouse/engine/alarm/vocabulary.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { Ctx } from '../../ctx.ts'
import { queueJob } from '../../lib/queue-job.ts'
import { deleteBrowsersOf, findPushConfig, selectListeners } from './push-store.ts'

export const sendPushJob = 'send-push'

/** The event that a notice is about; it never has the name of a person. */
export type PushNotice = { kind: 'alarm'; id: string; code: number; door: string } | { kind: 'visit' }

/** The permissions that a role needs to be told of it (decisions, "Who may do what"). */
export function permissionsOf(notice: PushNotice): Permission[] {
  if (notice.kind === 'visit') return ['visitor.write']
  return isOfPerson(notice.code) ? ['alarm.read', 'live.staff'] : ['alarm.read']
}

/** A notice that could not be sent soon is of no use to anybody. */
const attempts = 4

/**
 * Sends notices, the newest first, to the closed browsers of those who may hear of them, once the caller's transaction has committed. Of many at
 * once a browser gets the newest of a kind.
 */
export async function pushNotices(ctx: Pick<Ctx, 'db'>, notices: readonly PushNotice[]): Promise<void> {
  const config = notices.length > 0 ? await findPushConfig(ctx.db) : undefined
  if (!config?.is_enabled) return
  for (const [permissions, [notice]] of Map.groupBy(notices, (one) => permissionsOf(one).join())) {
    if (!notice) continue
    for (const { id } of await selectListeners(ctx.db, permissionsOf(notice))) {
      await queueJob(ctx, sendPushJob, { browserId: id, notice }, { attempts, key: `push:${id}:${permissions}` })
    }
  }
}

/** Forgets the browsers of an account that was disabled or reset. */
export const endPushOf = ({ db }: Pick<Ctx, 'db'>, accountId: string) => deleteBrowsersOf(db, accountId)
