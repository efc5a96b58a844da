import type { Alarm } from '@gatehouse/contract/features/alarms.ts'
import { type Ctx, may } from '../../ctx.ts'
import { withoutPeople } from './alarm-reads.ts'

/** The alarm as the caller may see it: who stood at a door is for those who see the records of doors. */
export const asSeenBy = <T extends Alarm>(ctx: Pick<Ctx, 'actor'>, alarm: T): T =>
  may(ctx, 'record.read') ? alarm : withoutPeople(alarm)
