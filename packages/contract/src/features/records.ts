import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import {
  abnormalWord,
  entryModeWord,
  faceBox,
  knownAbnormalType,
  knownEntryMode,
  passageReason,
} from '../device/passage-words.ts'
import { languages } from '../envelope.ts'
import { date, id, instant, namedInstant } from '../fields.ts'
import { keyPageOf, keyPageQuery, keyword } from '../paging.ts'
import { route } from '../route.ts'
import { alikeFace } from './portraits.ts'
import { directions } from '../device/passage-words.ts'

/** The present names of groups, timetables and people in a chain of reasons, by id. */
export const reasonNames = z.record(z.string(), z.string())

/**
 * The error of the system about a face: it was another known person, nobody it knows, no live face at all, or something
 * else.
 */
export const misrecognitionTypes = ['other-person', 'unknown-person', 'spoof', 'other'] as const

export const recognitionRecord = z.object({
  id,
  kind: z.enum(personKinds),
  person: z.object({ id: id.nullable(), name: z.string() }).nullable(),
  device: z.object({ id: id.nullable(), name: z.string(), location: z.string().nullable() }),
  /** The door, of a device with several; null: the device has one, or the product does not have that door. */
  door: z.object({ id, name: z.string() }).nullable(),
  direction: z.enum(directions),
  /** The device's time; where that is more than a day ahead of the server's clock, the time of arrival. */
  recognisedAt: instant,
  /** The time that the device claimed, if `recognisedAt` is the time of arrival instead. */
  claimedAt: instant.nullable(),
  /** By the server's clock. */
  receivedAt: instant,
  entryMode: entryModeWord,
  /** The cosine, 0 to 1, on the scale of the threshold of devices; null for strangers. */
  score: z.number().nullable(),
  /**
   * Other people that it may be: for a known person, the other entries of the same face, which were evaluated together;
   * for a stranger, the people who were too alike to tell which of them it is. `id` is null once they are gone.
   */
  candidates: z.array(
    z.object({
      id: id.nullable(),
      name: z.string(),
      kind: z.enum(['staff', 'visitor', 'blacklisted']),
      score: z.number().nullable(),
    }),
  ),
  opened: z.boolean(),
  abnormal: abnormalWord,
  /** The device's clock was more than five minutes off, or the time lies in the future or before the pairing: kept, and marked. */
  hasDoubtfulTime: z.boolean(),
  hasCapture: z.boolean(),
  /** Marked by a person, irreversibly: such a record counts neither in statistics nor in attendance. */
  misrecognition: z.enum(misrecognitionTypes).nullable(),
})
export type RecognitionRecord = z.output<typeof recognitionRecord>

export const recordDetail = recognitionRecord.extend({
  portraitId: id.nullable(),
  /** When that portrait was taken in; null: there is none. */
  portraitAt: instant.nullable(),
  /** The position of the face on a capture of the whole scene; null: the device did not report it. */
  faceBox: faceBox.nullable(),
  /** The chain of reasons of the decision, in the words of the passage engine. */
  reasons: z.array(passageReason),
  names: reasonNames,
  /** The account that marked it, and the time. */
  misrecognitionBy: z.string().nullable(),
  misrecognitionAt: instant.nullable(),
  /** The person that somebody linked to the record; the record itself stays as the device sent it. */
  linked: z
    .object({ person: z.object({ id: id.nullable(), name: z.string() }), by: z.string(), at: instant })
    .nullable(),
})

export type RecordDetail = z.output<typeof recordDetail>

/** The filters of records; a record must match all that are set. */
const recordFilter = z.object({
  keyword,
  kind: z.enum(personKinds).optional(),
  deviceId: id.optional(),
  /** Of a device with several doors only those of this one. */
  doorId: id.optional(),
  groupId: id.optional(),
  personId: id.optional(),
  entryMode: knownEntryMode.optional(),
  abnormal: knownAbnormalType.optional(),
  misrecognition: z.enum(['any', 'none', ...misrecognitionTypes]).optional(),
  opened: z.stringbool().optional(),
  from: namedInstant.optional(),
  to: namedInstant.optional(),
})
export type RecordFilter = z.output<typeof recordFilter>
/** The same filters in a body, with booleans as booleans. */
export const recordFilterBody = recordFilter.extend({ opened: z.boolean().optional() })

export const listRecords = route({
  method: 'GET',
  path: '/v2/records',
  summary: 'Recognition records, newest first',
  permission: 'record.read',
  shows: 'records',
  query: keyPageQuery.extend(recordFilter.shape),
  response: keyPageOf(recognitionRecord),
})

/** Records are counted up to this limit; an exact larger number is not worth its cost. */
export const maxCountedRecords = 100_000

export const countRecords = route({
  method: 'GET',
  path: '/v2/records/count',
  summary: 'Number of records that match a filter, counted up to 100,000, or exactly before a deletion',
  permission: 'record.read',
  shows: 'records',
  /** `atMost`: counted up to this number and no further. */
  query: recordFilter.extend({
    exact: z.stringbool().default(false),
    atMost: z.coerce.number().int().min(1).max(maxCountedRecords).default(maxCountedRecords),
  }),
  /** `countedAt`: records that had arrived by then were counted. */
  response: z.object({ count: z.int(), isMore: z.boolean(), countedAt: instant }),
})

export const exportRecords = route({
  method: 'GET',
  path: '/v2/records/export',
  summary: 'The matching records as CSV (any number) or as a workbook (up to 100,000), newest first',
  permission: 'record.read',
  query: recordFilter.extend({
    language: z.enum(languages).default('en'),
    format: z.enum(['csv', 'xlsx']).default('csv'),
  }),
  replyKind: 'stream',
  acceptsCookie: true,
  errors: ['record.too-many-for-workbook'],
  audit: { module: 'record', event: 'export' },
})

/** The maximum number of pictures in one zip; a narrower filter gives the others. */
export const maxImagesInZip = 2_000

export const exportImages = route({
  method: 'GET',
  path: '/v2/records/images',
  summary: 'The pictures of the newest 2,000 matching records, as a zip with a list',
  permission: 'record.read',
  query: recordFilter.extend({ language: z.enum(languages).default('en') }),
  replyKind: 'stream',
  acceptsCookie: true,
  audit: { module: 'record', event: 'export-images' },
})

const recordDeletion = z.object({
  id,
  createdBy: z.string(),
  createdAt: instant,
  deleted: z.int(),
  finishedAt: instant.nullable(),
})

export const deleteRecords = route({
  method: 'POST',
  path: '/v2/records/deletions',
  summary:
    'Delete the records of a filter with their pictures, in the background; recognition statistics change with it, days of attendance that were judged by them stay as they are',
  permission: 'record.write',
  worksOnFullDisk: true,
  body: recordFilterBody.extend({
    /** Confirms the deletion of every record if no filter is set. */
    all: z.literal(true).optional(),
    /**
     * The count that the caller saw (`GET /v2/records/count?exact=true`); the deletion is refused if the count is
     * another one by now.
     */
    expected: z.int().min(0),
    /** The `countedAt` of that count: records that arrive later are neither counted nor deleted. The default is now. */
    countedAt: namedInstant.optional(),
  }),
  response: recordDeletion,
  errors: ['record.deletion-unbounded', 'record.deletion-differs'],
  audit: { module: 'record', event: 'delete' },
  changes: ['records'],
})

export const listRecordDeletions = route({
  method: 'GET',
  path: '/v2/records/deletions',
  summary: 'The last ten deletions and their progress',
  permission: 'record.write',
  shows: 'records',
  response: z.array(recordDeletion),
})

export const getRecord = route({
  method: 'GET',
  path: '/v2/records/:id',
  summary: 'One recognition record with the reasons of its decision',
  permission: 'record.read',
  shows: 'records',
  params: z.object({ id }),
  response: recordDetail,
  errors: ['record.not-found'],
})

export const markMisrecognition = route({
  method: 'POST',
  path: '/v2/records/:id/misrecognition',
  summary: 'Mark a record as a misrecognition; this cannot be undone',
  permission: 'record.write',
  params: z.object({ id }),
  body: z.object({
    type: z.enum(misrecognitionTypes),
    /** The person that it really was, if somebody knows. */
    personId: id.nullable().optional(),
  }),
  response: recordDetail,
  errors: ['record.not-found', 'record.marked-already', 'record.linked-already', 'person.not-found'],
  audit: { module: 'record', event: 'mark-misrecognition' },
  changes: ['records'],
})

export const linkStranger = route({
  method: 'POST',
  path: '/v2/records/:id/person',
  summary: "Link a stranger's record to a person; the record itself is unchanged",
  permission: 'record.write',
  params: z.object({ id }),
  body: z.object({ personId: id }),
  response: recordDetail,
  errors: ['record.not-found', 'record.not-stranger', 'record.linked-already', 'person.not-found'],
  audit: { module: 'record', event: 'link-person' },
  changes: ['records'],
})

/** The period in which a face can be searched for, and the number of similar faces in an answer. */
export const maxSearchDays = 90
export const maxFacesFound = 50

export const faceSearchResult = z.object({
  /** The number of strangers' faces that were compared, and of strangers' captures that are still to be read. */
  compared: z.int(),
  /** Counted up to `maxCountedWaiting`. */
  waiting: z.int(),
  /** There were more in these days than are compared at once; the newest were compared. */
  isCut: z.boolean(),
  /** The number of faces on the photograph; the main one, near and in the middle, was searched for. */
  faces: z.int(),
  /** Registered people with such a face, of the kinds that the caller reads: the blacklisted first, then the most alike. */
  people: z.array(alikeFace),
  /** Records of strangers, the most alike first. */
  items: z.array(
    z.object({
      /** The cosine, 0 to 1. */
      score: z.number(),
      record: recognitionRecord,
      /** The person that somebody linked to it. */
      linkedName: z.string().nullable(),
    }),
  ),
})
export type FaceSearchResult = z.output<typeof faceSearchResult>

const searchDays = z.object({ days: z.coerce.number().int().min(1).max(maxSearchDays).default(7) })

export const searchFace = route({
  method: 'POST',
  path: '/v2/records/face-search',
  summary:
    'People, and strangers of the last days, whose faces are similar to a photograph; the photograph is not kept',
  permission: 'record.read',
  worksOnFullDisk: true,
  query: searchDays,
  bodyKind: 'image',
  response: faceSearchResult,
  errors: ['record.no-face', 'portrait.unreadable', 'portrait.too-large', 'server.busy'],
  audit: { module: 'record', event: 'search-face' },
  changes: [],
})

export const searchRecordFace = route({
  method: 'POST',
  path: '/v2/records/:id/face-search',
  summary: 'Where else the face of a stranger’s record was seen in the last days',
  permission: 'record.read',
  worksOnFullDisk: true,
  params: z.object({ id }),
  query: searchDays,
  response: faceSearchResult,
  errors: ['record.not-found', 'record.face-unread', 'server.busy'],
  audit: { module: 'record', event: 'search-face' },
  changes: [],
})

const days = z.int().min(1).max(36_500).nullable()
export const recordSettings = z.object({
  /** The retention of records of each kind, in days; null: for ever. */
  staffDays: days,
  visitorDays: days,
  strangerDays: days,
  spoofDays: days,
  blacklistedDays: days,
  /** Off: pictures from devices are not stored. */
  keepsCaptures: z.boolean(),
})
export type RecordSettings = z.output<typeof recordSettings>

export const getRecordSettings = route({
  method: 'GET',
  path: '/v2/record-settings',
  summary: 'How long records are kept, and whether pictures are',
  permission: 'record.write',
  response: recordSettings,
})

export const updateRecordSettings = route({
  method: 'PUT',
  path: '/v2/record-settings',
  summary: 'Set how long records are kept, and whether pictures are; older ones are deleted the next night',
  permission: 'record.write',
  worksOnFullDisk: true,
  body: recordSettings,
  response: recordSettings,
  audit: { module: 'record', event: 'update-settings' },
  changes: [],
})

export const maxStatisticDays = 366

/** The number of records of each kind, and of those with an opened door. */
const recordCounts = z.object({
  ...z.object({ staff: z.int(), visitor: z.int(), stranger: z.int(), spoof: z.int(), blacklisted: z.int() }).shape,
  opened: z.int(),
  total: z.int(),
})
const countedPlace = z.object({ id: id.nullable(), name: z.string(), opened: z.int(), total: z.int() })

export const recordStatistics = z.object({
  /** The zone of these days and hours. */
  timeZone: z.string(),
  total: recordCounts,
  /**
   * By local date, or by the hour of the day over the whole period; dates and hours without records are included with
   * zeros.
   */
  steps: z.array(recordCounts.extend({ step: z.string() })),
  /** The 50 with the most records. */
  devices: z.array(countedPlace.extend({ doorCount: z.int() })),
  /**
   * Each door of the chosen device, where it has several, whichever of them is chosen; the name is null of one that no site has. The
   * last, without a number, has what was recorded at none of them, if anything was.
   */
  doors: z.array(z.object({ port: z.int().nullable(), name: z.string().nullable(), opened: z.int(), total: z.int() })),
  departments: z.array(countedPlace),
})
export type RecordStatistics = z.output<typeof recordStatistics>

const statisticsQuery = z.object({
  from: date,
  /** The last day, included. */
  to: date,
  by: z.enum(['day', 'hour']).default('day'),
  kind: z.enum(personKinds).optional(),
  deviceId: id.optional(),
  /** With a device that has several doors: only those at this one. */
  port: z.coerce.number().int().min(1).max(64).optional(),
  /** Staff of a department; not together with a device. */
  departmentId: id.optional(),
})

export const getRecordStatistics = route({
  method: 'GET',
  path: '/v2/records/statistics',
  summary: 'Recognition counts of a period by day or hour, kind, device and department; misrecognised records left out',
  permission: 'record.read',
  shows: 'records',
  query: statisticsQuery,
  response: recordStatistics,
})

const confusedPerson = z.object({ id: id.nullable(), name: z.string() })
export const listConfusions = route({
  method: 'GET',
  path: '/v2/records/confusions',
  summary: 'Pairs of people who were confused, and the threshold that would have prevented it; at most 50',
  permission: 'staff.read',
  shows: 'records',
  response: z.array(
    z.object({
      taken: confusedPerson,
      /** The person that it really was; null: nobody linked one. */
      actual: confusedPerson.nullable(),
      count: z.int(),
      lastAt: instant,
      /** The lowest threshold of a device that would have prevented all of them. */
      threshold: z.number().nullable(),
    }),
  ),
})
