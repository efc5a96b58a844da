import type { Ctx } from '../../ctx.ts'
import { deleteAlarmsBetween } from './alarm-store.ts'

/** Deletes up to `limit` alarms of a period whose space is needed, oldest first; gives how many. */
export const overwriteAlarms = ({ db }: Pick<Ctx, 'db'>, from: string, before: string, limit: number) =>
  deleteAlarmsBetween(db, from, before, limit)
