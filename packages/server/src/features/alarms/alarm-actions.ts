import type { Ctx } from '../../ctx.ts'
import { deleteAlarmsBetween } from './alarm-store.ts'

/** Lets go of up to `limit` alarms of a time whose room is needed, oldest first; gives how many went. */
export const overwriteAlarms = ({ db }: Pick<Ctx, 'db'>, from: string, before: string, limit: number) =>
  deleteAlarmsBetween(db, from, before, limit)
