import { doorModes } from '@gatehouse/contract/device/link.ts'
import { deviceLockdown } from '@gatehouse/contract/device/lockdown.ts'
import { z } from 'zod'
import { wiredInputs } from '../lib/inputs.ts'
import {
  activeAlarmsSchema,
  asNote,
  companyPicturesSchema,
  configurationSchema,
  recogniserSchema,
  identitySchema,
} from './kept-notes.ts'
import type { TerminalState } from './terminal-state.ts'

/** A store of single values by name, as JSON. A value that no longer fits its schema reads as absent. */
export type NoteStore = {
  read<T extends z.ZodType>(name: string, schema: T): z.output<T> | undefined
  /** Null deletes it. */
  write(name: string, value: unknown): void
}

type KeptValues = Pick<
  TerminalState,
  | 'identity'
  | 'configuration'
  | 'companyPictures'
  | 'recogniser'
  | 'isLeaving'
  | 'doorMode'
  | 'lockdown'
  | 'fireSinceMs'
  | 'doorContact'
  | 'lostWires'
  | 'lastEntries'
  | 'announced'
  | 'restoreHeard'
  | 'activeAlarms'
>

/** The single values of a terminal's state. Values that each face needs are in memory, too. */
function createKeptValues({ read, write }: NoteStore): { values: KeptValues; reload(): void } {
  const readAll = () => ({
    identity: read('identity', identitySchema) ?? null,
    configuration: read('configuration', configurationSchema) ?? null,
    activeAlarms: read('active-alarms', activeAlarmsSchema) ?? [],
    lockdown: read('lockdown', deviceLockdown) ?? null,
    fireSinceMs: read('fire-since', z.int()) ?? null,
    lastEntries: read('last-entries', z.record(z.string(), z.int())) ?? {},
    doorContact: read('door-contact', z.enum(['open', 'closed'])) ?? null,
    lostWires: read('lost-wires', z.array(z.object({ input: z.enum(wiredInputs), sinceMs: z.int() }))) ?? [],
  })
  let cached: Pick<
    KeptValues,
    | 'identity'
    | 'configuration'
    | 'activeAlarms'
    | 'lockdown'
    | 'fireSinceMs'
    | 'lastEntries'
    | 'doorContact'
    | 'lostWires'
  > = readAll()
  const values: KeptValues = {
    get identity() {
      return cached.identity
    },
    set identity(value) {
      write('identity', value)
      cached.identity = value
    },
    get configuration() {
      return cached.configuration
    },
    set configuration(value) {
      write('configuration', value)
      cached.configuration = value
    },
    get activeAlarms() {
      return cached.activeAlarms
    },
    set activeAlarms(value) {
      write('active-alarms', value)
      cached.activeAlarms = [...value]
    },
    get lockdown() {
      return cached.lockdown
    },
    set lockdown(value) {
      write('lockdown', value)
      cached.lockdown = value
    },
    get fireSinceMs() {
      return cached.fireSinceMs
    },
    set fireSinceMs(value) {
      write('fire-since', value)
      cached.fireSinceMs = value
    },
    get lastEntries() {
      return cached.lastEntries
    },
    set lastEntries(value) {
      write('last-entries', value)
      cached.lastEntries = value
    },
    get doorContact() {
      return cached.doorContact
    },
    set doorContact(value) {
      write('door-contact', value)
      cached.doorContact = value
    },
    get lostWires() {
      return cached.lostWires
    },
    set lostWires(value) {
      write('lost-wires', value)
      cached.lostWires = [...value]
    },
    get companyPictures() {
      return read('company-pictures', companyPicturesSchema) ?? []
    },
    set companyPictures(value) {
      write('company-pictures', asNote(value))
    },
    get recogniser() {
      return read('recogniser', recogniserSchema) ?? null
    },
    set recogniser(value) {
      write('recogniser', value)
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
  }
  return { values, reload: () => void (cached = readAll()) }
}

/**
 * The state of a terminal: its single values by this store, and the rest of it, made with a function that reads the
 * values again.
 */
export function createKeptState(
  notes: NoteStore,
  makeRest: (reloadValues: () => void) => Omit<TerminalState, keyof KeptValues>,
): TerminalState {
  const { values, reload } = createKeptValues(notes)
  const rest = makeRest(reload)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have accessors, which a spread would read once and lose
  return Object.defineProperties(rest, Object.getOwnPropertyDescriptors(values)) as TerminalState
}
