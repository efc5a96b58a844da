import { z } from 'zod'
import { createKeptState } from '../../state/kept-values.ts'
import { createCommandJournal } from './disk-commands.ts'
import { createPeopleStore } from './disk-people.ts'
import { createRecordQueue } from './disk-records.ts'
import { createNotes } from './notes.ts'
import { inTransaction, openDatabase } from './open-database.ts'
import { alarmKind, doorEventKind, recordKind } from '../../state/queue-kinds.ts'
import { makeSerialNumber } from '../../state/serial-number.ts'
import {
  defaultQueueLimits,
  doorEventLimits,
  type QueueLimits,
  type TerminalState,
} from '../../state/terminal-state.ts'

/** The state of a terminal in its folder; survives power cuts. Throws StateFolderError. */
export function openStateFolder(folder: string, limits: QueueLimits = defaultQueueLimits): TerminalState {
  const db = openDatabase(folder)
  const notes = createNotes(db)
  const people = createPeopleStore(db, notes)
  const records = createRecordQueue(db, notes, limits, recordKind)
  const alarms = createRecordQueue(db, notes, limits, alarmKind)
  const doorEvents = createRecordQueue(db, notes, doorEventLimits, doorEventKind)
  const commands = createCommandJournal(db)

  let serialNumber = notes.read('serial-number', z.string())
  if (serialNumber === undefined) notes.write('serial-number', (serialNumber = makeSerialNumber()))
  const write = (name: string, value: unknown): void => (value === null ? notes.erase(name) : notes.write(name, value))

  return createKeptState({ read: notes.read, write }, (reloadValues) => ({
    serialNumber,
    people,
    records,
    alarms,
    doorEvents,
    commands,
    wipe() {
      inTransaction(db, () => {
        for (const table of [
          'person',
          'pass',
          'pass_use',
          'person_failure',
          'record',
          'alarm',
          'door_event',
          'command',
        ])
          db.exec(`DELETE FROM ${table}`)
        db.exec("DELETE FROM note WHERE name <> 'serial-number'")
      })
      // The log beside the database still holds deleted data.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
      reloadValues()
      people.reload()
      records.reload()
      alarms.reload()
      doorEvents.reload()
    },
    // SQLite has synced before a statement returns.
    async saved() {},
    close: () => db.close(),
  }))
}
