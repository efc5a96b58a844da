import type { Ctx } from '../../ctx.ts'
import { anonymiseAlarmsOf, selectAlarmsOf } from './erase-person-store.ts'

export const readAlarmsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectAlarmsOf(db, personId)

/** Removes a person from their alarms, inside the caller's transaction. */
export const eraseFromAlarms = ({ db }: Pick<Ctx, 'db'>, personId: string) => anonymiseAlarmsOf(db, personId)
