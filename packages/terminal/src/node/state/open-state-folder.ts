import { doorModes } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import {
  activeAlarmsSchema,
  asNote,
  companyPicturesSchema,
  configurationSchema,
  identitySchema,
} from '../../state/kept-notes.ts'
import { createCommandJournal } from './disk-commands.ts'
import { createPeopleStore } from './disk-people.ts'
import { createRecordQueue } from './disk-records.ts'
import { createNotes } from './notes.ts'
import { inTransaction, openDatabase } from './open-database.ts'
import { alarmKind, recordKind } from '../../state/queue-kinds.ts'
import { makeSerialNumber } from '../../state/serial-number.ts'
import {
  defaultQueueLimits,
  type ActiveAlarm,
  type QueueLimits,
  type TerminalState,
} from '../../state/terminal-state.ts'

/** The state of a terminal in a folder of its own; survives power cuts. Throws StateFolderError. */
export function openStateFolder(folder: string, limits: QueueLimits = defaultQueueLimits): TerminalState {
  const db = openDatabase(folder)
  const notes = createNotes(db)
  const people = createPeopleStore(db, notes)
  const records = createRecordQueue(db, notes, limits, recordKind)
  const alarms = createRecordQueue(db, notes, limits, alarmKind)
  const commands = createCommandJournal(db)

  let serialNumber = notes.read('serial-number', z.string())
  if (serialNumber === undefined) notes.write('serial-number', (serialNumber = makeSerialNumber()))
  let identity = notes.read('identity', identitySchema) ?? null
  let configuration = notes.read('configuration', configurationSchema) ?? null

  let activeAlarms: readonly ActiveAlarm[] = notes.read('active-alarms', activeAlarmsSchema) ?? []

  return {
    serialNumber,
    get identity() {
      return identity
    },
    set identity(value) {
      if (value === null) notes.erase('identity')
      else notes.write('identity', value)
      identity = value
    },
    get configuration() {
      return configuration
    },
    set configuration(value) {
      if (value === null) notes.erase('configuration')
      else notes.write('configuration', value)
      configuration = value
    },
    get companyPictures() {
      return notes.read('company-pictures', companyPicturesSchema) ?? []
    },
    set companyPictures(value) {
      notes.write('company-pictures', asNote(value))
    },
    get isLeaving() {
      return notes.read('is-leaving', z.boolean()) ?? false
    },
    set isLeaving(value) {
      notes.write('is-leaving', value)
    },
    get doorMode() {
      return notes.read('door-mode', z.enum(doorModes)) ?? 'normal'
    },
    set doorMode(value) {
      notes.write('door-mode', value)
    },
    get announced() {
      return notes.read('announced', z.string()) ?? null
    },
    set announced(value) {
      if (value === null) notes.erase('announced')
      else notes.write('announced', value)
    },
    people,
    records,
    alarms,
    get activeAlarms() {
      return activeAlarms
    },
    set activeAlarms(value) {
      notes.write('active-alarms', value)
      activeAlarms = value
    },
    commands,
    get restoreHeard() {
      return notes.read('restore-heard', z.string()) ?? null
    },
    set restoreHeard(value) {
      if (value === null) notes.erase('restore-heard')
      else notes.write('restore-heard', value)
    },
    wipe() {
      inTransaction(db, () => {
        for (const table of ['person', 'pass', 'pass_use', 'person_failure', 'record', 'alarm', 'command'])
          db.exec(`DELETE FROM ${table}`)
        db.exec("DELETE FROM note WHERE name <> 'serial-number'")
      })
      // The log beside the database still holds what was deleted.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      identity = null
      configuration = null
      people.reload()
      records.reload()
      alarms.reload()
      activeAlarms = []
    },
    // SQLite has synced before a statement returns.
    async saved() {},
    close: () => db.close(),
  }
}
