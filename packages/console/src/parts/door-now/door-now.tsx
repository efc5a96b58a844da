import type { Door } from '@gatehouse/contract/features/sites.ts'
import { useCan } from '../../lib/use-can.ts'
import { readersOnce } from '../device/readers-once.ts'
import { useFollowsReaders } from '../device/use-follows-readers.ts'
import { ComingHours } from './coming-hours.tsx'
import { DoneHere } from './done-here.tsx'
import { InsideBehind } from './inside-behind.tsx'
import { OpenAlarms } from './open-alarms.tsx'
import { PassagesToday } from './passages-today.tsx'
import { Terminals } from './terminals.tsx'
import { TodayHere } from './today-here.tsx'
import { WhatElseOpens } from './what-else-opens.tsx'
import { WhoMayPass } from './who-may-pass.tsx'
import { WhyLast } from './why-last.tsx'
import './door-now.css'

/** How things are at a door now, as far as the role sees them; every part follows by itself. */
export function DoorNow({ door }: { door: Door }) {
  const can = useCan()
  const readers = readersOnce(door)
  useFollowsReaders()
  return (
    <div className="door-now">
      <div>
        {can('live.staff') && readers.length > 0 && (
          <>
            <PassagesToday door={door} />
            <WhyLast at={{ doorId: door.id }} />
          </>
        )}
        {can('device.read') && readers.length > 0 && <TodayHere door={door} />}
        {can('policy.read') && readers.length > 0 && <ComingHours door={door} />}
        {can('device.read') && readers.length > 0 && <DoneHere door={door} />}
      </div>
      <div>
        {can('policy.read') && readers.length > 0 && <WhoMayPass door={door} />}
        <WhatElseOpens door={door} />
        {can('inside.count') && <InsideBehind door={door} />}
        {can('alarm.read') && readers.length > 0 && <OpenAlarms door={door} />}
        <Terminals readers={readers} />
      </div>
    </div>
  )
}
