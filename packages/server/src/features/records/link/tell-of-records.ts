import { mayRaiseAlarm } from '@gatehouse/engine/alarm/record-alarms.ts'
import type { ServerParts } from '../../../feature.ts'
import type { RecordRow } from './record-rows.ts'

type Told = Pick<ServerParts, 'liveUpdates'> & { recordAlarms: Pick<ServerParts['recordAlarms'], 'nudge'> }

/**
 * Tells consoles of records that a device has brought, and looks for alarms of theirs. Of known records, too: the request that stored them may
 * have failed afterwards, before it told anybody.
 */
export function tellOfRecords({ liveUpdates, recordAlarms }: Told, rows: readonly RecordRow[]): void {
  if (rows.length > 0) liveUpdates.notify('records')
  if (rows.some(mayRaiseAlarm)) recordAlarms.nudge()
}
