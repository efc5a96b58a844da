import { z } from 'zod'
import { instant } from '../fields.ts'
import { route } from '../route.ts'

/** The kinds of history that are overwritten when the disk fills, in this order (ADR 0026). */
export const historyKinds = ['captures', 'records', 'alarms', 'operations'] as const
export type HistoryKind = (typeof historyKinds)[number]

const gigabytes = z.int().min(1).max(100_000).nullable()

/**
 * Below the first the dashboard warns; below the second new data overwrites history, once the notice of it has stood for a day. In GB of
 * 1024³ bytes; null: the default of this disk.
 */
export const storageSettings = z.object({ warnGb: gigabytes, overwriteGb: gigabytes })
export type StorageSettings = z.output<typeof storageSettings>
export const bytesPerGb = 1024 ** 3

const thresholds = z.object({ warnGb: z.number(), overwriteGb: z.number() })

export const storageState = z.object({
  settings: storageSettings,
  /** The defaults: 40 and 20, or a fifth and a tenth of a smaller disk, to a tenth of a GB. */
  defaults: thresholds,
  /** The thresholds in force: the set ones, and the defaults for the rest. */
  thresholds,
  freeBytes: z.int(),
  totalBytes: z.int(),
  /**
   * Days until history is overwritten, computed from the free space of the last two weeks; null: unknown, or the space
   * does not shrink.
   */
  daysLeft: z.number().nullable(),
  /**
   * The time when overwriting begins, if there is too little space and the notice of it has not stood for a day yet.
   */
  beginsAt: instant.nullable(),
  /** The history that was overwritten so far: everything of the kind before `untilAt`. */
  overwritten: z.array(z.object({ kind: z.enum(historyKinds), untilAt: instant, items: z.int(), lastAt: instant })),
  /** The time since when there is too little space and no history is left that may be overwritten. */
  nothingLeftAt: instant.nullable(),
})
export type StorageState = z.output<typeof storageState>

export const getStorage = route({
  method: 'GET',
  path: '/v2/storage',
  summary: 'Free space of the data disk, how long it will last, and what was overwritten',
  permission: 'service-config.manage',
  shows: 'storage',
  response: storageState,
})

export const updateStorageSettings = route({
  method: 'PUT',
  path: '/v2/storage/settings',
  summary: 'Set at how much free space the dashboard warns and history is overwritten',
  permission: 'service-config.manage',
  worksOnFullDisk: true,
  body: storageSettings,
  response: storageState,
  errors: ['storage.thresholds-crossed'],
  audit: { module: 'storage', event: 'update-settings' },
  changes: ['storage'],
})

export const writingState = z.object({
  /** The disk of the database is full: data can be read, and changing calls are refused until there is space. */
  isReadingOnly: z.boolean(),
})

export const getWritingState = route({
  method: 'GET',
  path: '/v2/storage/writing',
  summary: 'Whether changes are possible, or the disk is full and the system is read-only',
  permission: 'session',
  shows: 'storage',
  response: writingState,
})
