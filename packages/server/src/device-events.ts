import { randomUUID } from 'node:crypto'
import { AppError } from '@gatehouse/contract/errors.ts'
import { createSystemCtx, type Ctx } from './ctx.ts'
import type { DeviceIdentity } from './device-link/device-directory.ts'
import { findDevice } from './device-link/device-store.ts'
import type { Presence } from './device-link/presence.ts'
import type { DeviceEvents } from './drivers/device-events.ts'
import type { DeviceFinder } from './drivers/device-finder.ts'
import type { ServerParts } from './feature.ts'
import { takeReportedDoors } from './features/doors/link/take-reported-doors.ts'
import { takeExitButtons } from './features/doors/link/take-exit-buttons.ts'
import { selectDoorPorts } from './features/sites/door-reads.ts'
import { takeReportedAlarms } from './features/alarms/link/take-reported-alarms.ts'
import { finishReported } from './features/devices/commands/finish-command.ts'
import type { ConversationKeeper } from './features/devices/conversation/conversation-keeper.ts'
import { keepNotUnderstood } from './features/devices/conversation/conversation-service.ts'
import { noteClone } from './features/devices/link/note-clone.ts'
import { noteDeed } from './features/devices/link/note-deed.ts'
import {
  noteAddress,
  noteClockOffset,
  noteDoorCount,
  noteType,
  noteVersions,
} from './features/devices/link/note-versions.ts'
import { noteAppeared } from './features/devices/pairing/announcements.ts'
import { noteLeft } from './features/devices/people/left-people.ts'
import { openAgain } from './features/lockdown/joined-device-actions.ts'
import { reportPeople } from './features/devices/people/report-people.ts'
import { takeSchema, takeSettingsReport } from './features/devices/settings/link/report-settings.ts'
import { createPassageJudge } from './features/policies/judge-passage.ts'
import { createRecordWriter } from './features/records/link/record-writer.ts'
import { takePicture, takeReported } from './features/records/link/take-reported.ts'
import { tellOfRecords } from './features/records/link/tell-of-records.ts'
import { takeUpgradeReport } from './features/upgrades/link/report-upgrade.ts'
import { takeEnrolment } from './features/registrations/link/take-enrolment.ts'

/** A command that no longer exists, or has its outcome, needs none. */
const isSettled = (error: unknown) =>
  error instanceof AppError && (error.code === 'command.not-found' || error.code === 'command.finished')

type EventParts = Pick<ServerParts, 'services' | 'pool' | 'liveUpdates'> & {
  recordAlarms: Pick<ServerParts['recordAlarms'], 'nudge'>
}

/** Takes what drivers tell of devices to the features that own it. */
export function createDeviceEvents(
  { services, pool, liveUpdates, recordAlarms }: EventParts,
  finder: DeviceFinder,
  { presence, conversations }: { presence: Omit<Presence, 'close'>; conversations: ConversationKeeper },
): DeviceEvents {
  const writer = createRecordWriter({ ...services, pool, peopleMoved: () => liveUpdates.notify('inside') })
  const judge = createPassageJudge()
  const asDevice = ({ id, name }: DeviceIdentity, address = ''): Ctx => ({
    ...createSystemCtx(services),
    actor: { kind: 'device', id, name },
    address,
  })
  return {
    find: finder.find,
    heard: presence.heard,
    async cameBack(device) {
      const ctx = asDevice(device)
      const ports = await openAgain(ctx, device.id)
      if (ports.length === 0) return
      const at = services.clock.now().toString()
      // Nobody knows that they stand open, until it answers.
      const doors = ports.map((port) => ({ port, contact: null, isHeldOpen: false, isLeftOpen: false }))
      for (const topic of await takeReportedDoors(ctx, device.id, at, doors)) liveUpdates.notify(topic)
      liveUpdates.notify('lockdowns')
    },
    presence: presence.note,
    appeared: ({ make, versions, address }) =>
      noteAppeared({ ...createSystemCtx(services), actor: { kind: 'nobody' }, address }, make, versions),
    async calledFrom(device, address) {
      if (await noteAddress(asDevice(device, address), device.id)) liveUpdates.notify('devices')
    },
    async greeted(device, versions, address, clockOffsetMs) {
      if (await noteVersions(asDevice(device, address), device.id, versions, clockOffsetMs))
        liveUpdates.notify('devices')
    },
    async records(device, records) {
      const ctx = asDevice(device)
      const { rows, ...outcome } = await takeReported(ctx, writer, device.id, records, (passage) =>
        judge(ctx, device.id, passage),
      )
      tellOfRecords({ liveUpdates, recordAlarms }, rows)
      return outcome
    },
    async picture(device, key, jpeg) {
      const isTaken = await takePicture(asDevice(device), device.id, key, jpeg)
      if (isTaken) liveUpdates.notify('records')
      return isTaken
    },
    async alarms(device, alarms) {
      const { doorCount, names } = await selectDoorPorts(services.db, device.id)
      // Of a device with several doors the alarm has the name of its door.
      const named = alarms.map((alarm) =>
        doorCount === 1 || alarm.port === null
          ? { ...alarm, port: null }
          : { ...alarm, description: names.get(alarm.port) ?? alarm.description },
      )
      const outcome = await takeReportedAlarms(asDevice(device), device.id, named)
      if (outcome.stored > 0) liveUpdates.notify('alarms')
      return outcome
    },
    async doorCount(device, count) {
      if (await noteDoorCount(asDevice(device), device.id, count)) liveUpdates.notify('devices')
    },
    async doors(device, at, doors) {
      const topics = await takeReportedDoors(asDevice(device), device.id, at, doors)
      for (const topic of topics) liveUpdates.notify(topic)
    },
    async clockRead(device, offsetMs) {
      await noteClockOffset(asDevice(device), device.id, offsetMs)
      liveUpdates.notify('devices')
    },
    doneAtDevice: (device, deed, operator, db) => noteDeed({ ...asDevice(device), db }, device.name, deed, operator),
    async settingsKnown(device, tag, schema) {
      await takeSchema(asDevice(device), device.id, { tag, schema })
      liveUpdates.notify('devices')
    },
    async settingsApplied(device, report) {
      await takeSettingsReport(asDevice(device), device.id, { ...report, doorMode: 'normal' })
      liveUpdates.notify('devices')
    },
    async exitButtons(device, presses) {
      const { hasNew, nowhere } = await takeExitButtons(asDevice(device), device.id, presses)
      if (hasNew) liveUpdates.notify('doors')
      return nowhere
    },
    async cloneSeen(device, shown, address) {
      const row = await findDevice(services.db, device.id, null)
      const words = typeof shown === 'string' ? shown : shown.mac
      if (row && (await noteClone(asDevice(device, address), row, words, randomUUID()))) liveUpdates.notify('alarms')
    },
    notUnderstood: (device, place, rows) => keepNotUnderstood(services, device.id, place, rows),
    exchanged: ({ id }, exchange) => conversations.note(id, exchange),
    async commandDone(device, commandId, outcome, result) {
      const done = finishReported(
        asDevice(device),
        device.id,
        commandId,
        { state: outcome === 'unknown' ? 'failed' : outcome, result, wasSent: outcome === 'unknown' },
        randomUUID(),
      )
      await done.catch((error: unknown) => {
        if (!isSettled(error)) throw error
      })
    },
    async upgraded(device, { packageId, answerBy, ...report }) {
      const taken = takeUpgradeReport(asDevice(device), device.id, packageId, { ...report, answerBy })
      // The package may have been deleted.
      await taken.catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'package.not-found')) throw error
      })
      liveUpdates.notify('upgrades')
    },
    async peopleApplied(device, cursor, failures) {
      const report = { cursor, failures: [...failures], isContinued: false, hasMore: false }
      await reportPeople(asDevice(device), device.id, report)
      liveUpdates.notify('devices')
    },
    async peopleLeft(device, left) {
      if (await noteLeft(asDevice(device), device.id, left)) liveUpdates.notify('devices')
    },
    async typeShown(device, type) {
      await noteType(asDevice(device), device.id, type)
      liveUpdates.notify('devices')
    },
    enrolled: (device, enrolment) => takeEnrolment(asDevice(device), device.id, enrolment),
  }
}
