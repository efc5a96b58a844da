import type { Ctx } from '../../ctx.ts'
import { anonymiseAlarmsOf, discardPicturesOf, selectAlarmsOf } from './erase-person-store.ts'

export const readAlarmsOf = ({ db }: Pick<Ctx, 'db'>, personId: string) => selectAlarmsOf(db, personId)

/** Removes a person from their alarms, inside the caller's transaction. */
export const eraseFromAlarms = ({ db }: Pick<Ctx, 'db'>, personId: string) => anonymiseAlarmsOf(db, personId)

/** Takes the pictures from the alarms of these records, whose captures are erased. */
export const erasePicturesOfRecords = ({ db }: Pick<Ctx, 'db'>, recordIds: readonly string[]) =>
  discardPicturesOf(db, recordIds)
