import { highestSequence } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { alarmKind, doorEventKind, type QueueKind, recordKind } from '../../state/queue-kinds.ts'
import { createKeptState } from '../../state/kept-values.ts'
import { createMemoryCommands } from '../../state/memory-state.ts'
import { makeSerialNumber } from '../../state/serial-number.ts'
import {
  type CommandJournal,
  type CommandOutcome,
  doorEventLimits,
  type QueueLimits,
  type TerminalState,
} from '../../state/terminal-state.ts'
import { createIndexedDbQueue, progressNote } from './indexed-db-queue.ts'
import { keepPeople, openIndexedDbPeople } from './indexed-db-people.ts'
import { openIndexedDbStore, type Kept, type Key, type IndexedDbStore } from './indexed-db-store.ts'

/** Limits for the browser's disk: 50,000 records with a picture of 50 kB each are 2.5 GB. */
const recordLimits: QueueLimits = { captures: 20_000, records: 100_000, kept: 20_000, keptCaptures: 2_000 }

const nextSchema = z.int().max(highestSequence)
const outcomeSchema = z.object({ state: z.enum(['done', 'failed']), result: z.string().nullable() })

/**
 * The state of a terminal in a browser: in memory, and every change of it in IndexedDB. Changes that must not be lost
 * are awaited with `saved`.
 */
export async function openIndexedDbState(name: string): Promise<TerminalState> {
  const database = await openIndexedDbStore(name)
  const notes = await openNotes(database)
  const openQueue = async <Body extends object>(kind: QueueKind<Body>, limits = recordLimits) =>
    createIndexedDbQueue(database, limits, kind, {
      sequences: (await database.keys(kind.table)).filter((key) => typeof key === 'number'),
      nextSequence: notes.read(kind.note, nextSchema) ?? 1,
      progress: notes.find(progressNote(kind.table)),
    })

  const serialNumber = notes.read('serial-number', z.string()) ?? makeSerialNumber()
  notes.write('serial-number', serialNumber)
  let people = await openIndexedDbPeople(database)
  let records = await openQueue(recordKind)
  let alarms = await openQueue(alarmKind)
  let doorEvents = await openQueue(doorEventKind, doorEventLimits)
  let commands = keepCommands(database, (await database.readAll('command')).flatMap(toCommand))
  await database.saved()

  return createKeptState(notes, (reloadValues) => ({
    serialNumber,
    get people() {
      return people
    },
    get records() {
      return records
    },
    get alarms() {
      return alarms
    },
    get doorEvents() {
      return doorEvents
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
      notes.write('serial-number', serialNumber)
      reloadValues()
      people = keepPeople(database)
      const empty = { sequences: [], nextSequence: 1 }
      records = createIndexedDbQueue(database, recordLimits, recordKind, empty)
      alarms = createIndexedDbQueue(database, recordLimits, alarmKind, empty)
      doorEvents = createIndexedDbQueue(database, doorEventLimits, doorEventKind, empty)
      commands = keepCommands(database, [])
    },
    close: () => database.close(),
  }))
}

/** Single values: in memory, and each change of them in the database. */
async function openNotes(database: IndexedDbStore) {
  const notes = new Map<Key, unknown>((await database.readAll('note')).map(([key, { json }]) => [key, json]))
  return {
    find: (key: string): unknown => notes.get(key),
    read<T extends z.ZodType>(key: string, schema: T): z.output<T> | undefined {
      const result = schema.safeParse(notes.get(key))
      return result.success ? result.data : undefined
    },
    write(key: string, value: unknown): void {
      if (value === null) notes.delete(key)
      else notes.set(key, value)
      database.change([['note', key, value === null ? null : { json: value }]])
    },
    /** Forgets them; the database is emptied by itself. */
    clear: (): void => notes.clear(),
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
