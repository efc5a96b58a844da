import { listAlarms } from '@gatehouse/contract/features/alarms.ts'
import { getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { getDevice } from '@gatehouse/contract/features/devices.ts'
import { getDoorRules } from '@gatehouse/contract/features/door-rules.ts'
import type { Door, DoorReader } from '@gatehouse/contract/features/sites.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { type Meaning, StatusMark } from '../../ui/feedback/status-mark.tsx'
import { useLacksOf } from '../device/command-lacks.ts'
import { readersOnce } from '../device/readers-once.ts'
import { useDoorStanding } from '../floor-plan/use-door-marks.ts'

/** The inputs of a device that a wire can come to. */
const inputs = new Set(['gpioB', 'gpioC'])

/** The things that open a door beside the people who may pass, or keep it closed in spite of them: hours, commands, wires, lockdown. */
export function WhatElseOpens({ door }: { door: Door }) {
  const t = useText()
  const can = useCan()
  const readers = readersOnce(door)
  const deviceIds = readers.map(({ deviceId }) => deviceId)
  const standing = useDoorStanding(door)
  const rules = useQuery(queryOf(getDoorRules, { params: { id: door.id } })).data
  const wires = useWires(deviceIds)
  const fireAt = useLastFire(door.readers)
  const lacks = useLacksOf()(deviceIds)
  const toRules = pathTo('doorDetail', { query: { id: door.id, tab: 'rules' } })
  const mark = standing?.mark
  const since = standing?.since ? companyTime(standing.since, 'minute') : ''
  const held = standing?.held ?? null
  const hasNone = readers.length === 0
  return (
    <section aria-label={t('doorNow:else.title')}>
      <header>
        <h2>{t('doorNow:else.title')}</h2>
        <Link to={toRules}>{t(can('site.write') ? 'doorNow:else.edit' : 'doorNow:else.see')}</Link>
      </header>
      <ul className="door-else">
        <Row name={t('doorNow:else.free')}>
          {rules?.freeHours
            ? t(rules.freeHours.afterFirstPerson ? 'doorNow:else.freeAfterFirst' : 'doorNow:else.freeByTimetable')
            : t('doorNow:else.never')}
        </Row>
        <Row name={t('doorNow:else.held')} meaning={held || mark === 'held-open' ? 'attention' : undefined}>
          {held
            ? t(`doorNow:else.byCommand.${held}`)
            : t(mark === 'held-open' ? 'doorNow:else.leftOpen' : 'doorNow:else.notHeld', { since })}
        </Row>
        <Row name={t('doorNow:else.console')}>
          {t(hasNone || lacks['open-once'] !== null ? 'doorNow:else.notPossible' : 'doorNow:else.held800')}
        </Row>
        {wires && !hasNone && (
          <>
            <Row name={t('doorNow:else.exitButton')}>{t(`doorNow:else.${wires('exit-button')}`)}</Row>
            <Row name={t('doorNow:else.fire')} meaning={wires('fire-signal') === 'always' ? 'good' : undefined}>
              {t(`doorNow:else.${wires('fire-signal')}`)}
              {fireAt && <small>{t('doorNow:else.fireAt', { at: companyTime(fireAt, 'minute') })}</small>}
            </Row>
          </>
        )}
        <Row
          name={t('doorNow:else.emergency')}
          meaning={mark === 'emergency-open' ? 'bad' : mark === 'locked-down' ? 'locked' : undefined}
        >
          {mark === 'emergency-open'
            ? t('doorNow:else.emergencyNow')
            : t(mark === 'locked-down' ? 'doorNow:else.lockedNow' : 'doorNow:else.lockdownCloses')}
        </Row>
      </ul>
    </section>
  )
}

/** The words for what comes to the inputs of these devices by wire; undefined until all of them are known: one alone says nothing of the others. */
function useWires(deviceIds: readonly string[]) {
  const enabled = useCan()('device.read')
  const settings = useQueries({
    queries: deviceIds.map((id) => ({ ...queryOf(getDeviceSettings, { params: { id } }), enabled })),
  })
  const devices = useQueries({
    queries: deviceIds.map((id) => ({ ...queryOf(getDevice, { params: { id } }), enabled })),
  })
  if ([...settings, ...devices].some(({ data }) => data === undefined)) return undefined
  const wired = settings.flatMap(({ data }) => data?.settings ?? []).filter(({ key }) => inputs.has(key))
  const own = devices.filter(({ data }) => data?.capabilities.inputs !== null).length
  const otherwise = own === 0 ? 'notWired' : own === devices.length ? 'ownWires' : 'someOwnWires'
  return (purpose: string) => (wired.some(({ wanted }) => wanted === purpose) ? 'always' : otherwise)
}

/** When the fire input at one of these readers was last on: a drill, a test or a fire. */
function useLastFire(readers: readonly DoorReader[]): string | undefined {
  const enabled = useCan()('alarm.read')
  const asked = useQueries({
    queries: readers.map(({ deviceId, port }) => ({
      ...queryOf(listAlarms, { query: { deviceId, port, type: 'fire', size: 1 } }),
      enabled,
    })),
  })
  return asked
    .flatMap(({ data }) => data?.items.map(({ lastAt }) => lastAt) ?? [])
    .toSorted()
    .at(-1)
}

function Row({ name, meaning, children }: { name: string; meaning?: Meaning | undefined; children: ReactNode }) {
  return (
    <li>
      <span>{name}</span>
      {meaning ? <StatusMark meaning={meaning}>{children}</StatusMark> : <small>{children}</small>}
    </li>
  )
}
