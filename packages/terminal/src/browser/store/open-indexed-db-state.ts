import { doorModes, highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { alarmKind, recordKind } from '../../state/queue-kinds.ts'
import {
  activeAlarmsSchema,
  asNote,
  companyPicturesSchema,
  configurationSchema,
  identitySchema,
} from '../../state/kept-notes.ts'
import { createMemoryCommands } from '../../state/memory-state.ts'
import { makeSerialNumber } from '../../state/serial-number.ts'
import type { CommandJournal, CommandOutcome, QueueLimits, TerminalState } from '../../state/terminal-state.ts'
import { createIndexedDbQueue, progressNote } from './indexed-db-queue.ts'
import { keepPeople, openIndexedDbPeople } from './indexed-db-people.ts'
import { openIndexedDbStore, type Kept, type Key, type IndexedDbStore } from './indexed-db-store.ts'

/** Limits for the browser's disk: 50,000 records with a picture of 50 kB each are 2.5 GB. */
const limits: QueueLimits = { captures: 20_000, records: 100_000, kept: 20_000, keptCaptures: 2_000 }

const nextSchema = z.int().max(highestSequence)
const outcomeSchema = z.object({ state: z.enum(['done', 'failed']), result: z.string().nullable() })

/**
 * The state of a terminal in a browser: in memory, and every change of it in IndexedDB. What must not be lost is waited for
 * with `saved`.
 */
export async function openIndexedDbState(name: string): Promise<TerminalState> {
  const database = await openIndexedDbStore(name)
  const notes = new Map<Key, unknown>((await database.readAll('note')).map(([key, { json }]) => [key, json]))
  const numbers = async (store: 'record' | 'alarm') =>
    (await database.keys(store)).filter((key) => typeof key === 'number')

  const read = <T extends z.ZodType>(key: string, schema: T): z.output<T> | undefined => {
    const result = schema.safeParse(notes.get(key))
    return result.success ? result.data : undefined
  }
  const write = (key: string, value: unknown): void => {
    if (value === null) notes.delete(key)
    else notes.set(key, value)
    database.change([['note', key, value === null ? null : { json: value }]])
  }
  const openQueues = async () => ({
    records: createIndexedDbQueue(database, limits, recordKind, {
      sequences: await numbers('record'),
      nextSequence: read(recordKind.note, nextSchema) ?? 1,
      progress: notes.get(progressNote('record')),
    }),
    alarms: createIndexedDbQueue(database, limits, alarmKind, {
      sequences: await numbers('alarm'),
      nextSequence: read(alarmKind.note, nextSchema) ?? 1,
      progress: notes.get(progressNote('alarm')),
    }),
  })

  const serialNumber = read('serial-number', z.string()) ?? makeSerialNumber()
  write('serial-number', serialNumber)
  let identity = read('identity', identitySchema) ?? null
  let configuration = read('configuration', configurationSchema) ?? null
  let activeAlarms = read('active-alarms', activeAlarmsSchema) ?? []
  let people = await openIndexedDbPeople(database)
  let { records, alarms } = await openQueues()
  let commands = keepCommands(database, (await database.readAll('command')).flatMap(toCommand))
  await database.saved()

  return {
    serialNumber,
    get identity() {
      return identity
    },
    set identity(value) {
      write('identity', (identity = value))
    },
    get configuration() {
      return configuration
    },
    set configuration(value) {
      write('configuration', (configuration = value))
    },
    get companyPictures() {
      return read('company-pictures', companyPicturesSchema) ?? []
    },
    set companyPictures(value) {
      write('company-pictures', asNote(value))
    },
    get isLeaving() {
      return read('is-leaving', z.boolean()) ?? false
    },
    set isLeaving(value) {
      write('is-leaving', value)
    },
    get doorMode() {
      return read('door-mode', z.enum(doorModes)) ?? 'normal'
    },
    set doorMode(value) {
      write('door-mode', value)
    },
    get announced() {
      return read('announced', z.string()) ?? null
    },
    set announced(value) {
      write('announced', value)
    },
    get restoreHeard() {
      return read('restore-heard', z.string()) ?? null
    },
    set restoreHeard(value) {
      write('restore-heard', value)
    },
    get activeAlarms() {
      return activeAlarms
    },
    set activeAlarms(value) {
      write('active-alarms', (activeAlarms = [...value]))
    },
    get people() {
      return people
    },
    get records() {
      return records
    },
    get alarms() {
      return alarms
    },
    get commands() {
      return commands
    },
    get isFull() {
      return database.isFull
    },
    saved: () => database.saved(),
    wipe() {
      database.empty()
      notes.clear()
      write('serial-number', serialNumber)
      identity = null
      configuration = null
      activeAlarms = []
      people = keepPeople(database)
      records = createIndexedDbQueue(database, limits, recordKind, { sequences: [], nextSequence: 1 })
      alarms = createIndexedDbQueue(database, limits, alarmKind, { sequences: [], nextSequence: 1 })
      commands = keepCommands(database, [])
    },
    close: () => database.close(),
  }
}

type KnownCommand = readonly [commandId: string, state: 'begun' | CommandOutcome]

const toCommand = ([key, { json }]: [Key, Kept]): KnownCommand[] => {
  const outcome = outcomeSchema.safeParse(json)
  return [[String(key), outcome.success ? outcome.data : 'begun']]
}

function keepCommands(database: IndexedDbStore, known: readonly KnownCommand[]): CommandJournal {
  const commands = createMemoryCommands(known)
  return {
    begin(commandId) {
      const state = commands.begin(commandId)
      if (state === 'fresh') database.change([['command', commandId, { json: 'begun' }]])
      return state
    },
    finish(commandId, outcome) {
      commands.finish(commandId, outcome)
      database.change([['command', commandId, { json: outcome }]])
    },
    delete(commandId) {
      commands.delete(commandId)
      database.change([['command', commandId, null]])
    },
  }
}
