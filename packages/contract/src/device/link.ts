import { alarmStates, isServerAlarm } from '@gatehouse/engine/alarm/vocabulary.ts'
import { personKinds } from '@gatehouse/engine/passage/vocabulary.ts'
import { reportedStates, upgradeFailures } from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'
import { directions } from './passage-words.ts'
import { abnormalWord, entryModeWord, faceBox, maxCandidates, passageReason } from './passage-words.ts'
import { id, instant, line, lines, requiredLine } from '../fields.ts'
import { commandKinds } from './commands.ts'
import { deviceRoute } from './device-route.ts'
import { doorRules } from './door-rules.ts'
import { deviceLockdown } from './lockdown.ts'
import { ownShape } from './own-settings.ts'
import { packageOffer } from './packages.ts'
import { refusal } from './refusal.ts'
import { settingsSchema, storableValues } from './settings-schema.ts'

/*
 * The device link, version 1, as typed routes: docs/device-link.md says the same in words. All stand under /device.
 * Except for pairing, a terminal authenticates with `Authorization: Bearer <ldid>.<secret>`.
 */

/** The form in which the terminal takes cards and PINs; a form that this server does not know counts as none. */
const hashesAsked = z.string().max(40).optional()

/** The facts that a terminal reports about itself at pairing and after an upgrade (the reference's version report). */
/** The words for what a terminal can do beyond the first version of the link (docs/device-link.md, "Abilities"). */
export const deviceAbilities = ['suspensions', 'lockdown', 'door-events', 'surroundings', 'recogniser'] as const

export const deviceVersions = z.object({
  serialNumber: requiredLine(64),
  type: z.string().regex(/^[A-Z0-9]{2,8}$/, { error: 'device-type' }),
  model: line(64),
  manufacturer: line(64),
  hardwareVersion: line(64),
  firmwareVersion: line(64),
  appVersion: line(64),
  /** Model id of the face engine: embeddings of another id are of no use to the terminal. */
  faceModelId: line(64),
  /** The number of people it can hold. */
  personCapacity: z.int().min(1).max(1_000_000),
  /** The application that runs there, for upgrades. */
  packageName: line(128).default(''),
  appVersionCode: z.int().min(0).max(2_147_483_647).nullable().default(null),
  /** As with every pull: after a terminal has named a form, the server never gives it the older form again. */
  hashes: hashesAsked,
  /** The abilities of this terminal beyond the first version of the link; words that the server does not know are ignored. */
  abilities: z.array(z.string().max(40)).max(32).default([]),
})
export type DeviceVersions = z.output<typeof deviceVersions>

export const pairDevice = deviceRoute({
  method: 'POST',
  path: '/v1/pair',
  summary: 'Join with a pairing code; the secret is given once',
  access: 'public',
  body: z.object({
    code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9]{6}$/, { error: 'pairing-code' }),
    versions: deviceVersions,
  }),
  response: z.object({ ldid: z.string(), secret: z.string(), name: z.string() }),
  errors: ['device.code-wrong', 'device.serial-taken', 'licence.device-limit'],
})

/**
 * A terminal asks to join without a code, again and again until somebody accepts it. The terminal makes the secret
 * itself: once it is accepted, the LDID in the answer and this secret are its credentials.
 */
export const announce = deviceRoute({
  method: 'POST',
  path: '/v1/announce',
  summary: 'Ask to be accepted by an administrator; `ldid` is null until then',
  access: 'public',
  body: z.object({
    secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/, { error: 'secret-form' }),
    versions: deviceVersions,
  }),
  response: z.object({
    ldid: z.string().nullable(),
    name: z.string().nullable(),
    /** Shown on the terminal and in the console, so that the administrator accepts the terminal in front of them. */
    checkCode: z.string(),
    /** The terminal asks again after this time. */
    retrySeconds: z.int().min(1),
  }),
  errors: ['announcement.rejected'],
})

/** `hello` starts every connection: both sides compare clocks, and the server gives the addresses of the broker. */
export const hello = deviceRoute({
  method: 'POST',
  path: '/v1/hello',
  summary: 'Report versions and clock; the answer has the address of the broker',
  access: 'device',
  body: z.object({
    versions: deviceVersions,
    clockAt: instant,
    nextSequence: z.int().min(1),
    /** Identifies the schema of its settings, and changes with it; null: the device has no settings. */
    schemaTag: requiredLine(64).nullable().default(null),
    /** A new value at each start: it distinguishes two machines that use one identity. */
    runId: id.nullable().default(null),
  }),
  response: z.object({
    serverAt: instant,
    /** Topic prefix of this device: it may publish below `<prefix>/up` and read below `<prefix>/down`, nothing else. */
    topicPrefix: z.string(),
    /**
     * Path of MQTT over WebSocket on the server's own address; `tcpPort` is null where no TCP listener runs. A terminal
     * asks for this keepalive or a shorter one: a lost connection is noticed after one and a half times this period.
     */
    broker: z.object({
      url: z.string().nullable(),
      webSocketPath: z.string().nullable(),
      tcpPort: z.int().nullable(),
      keepaliveSeconds: z.int().min(1).max(3600).default(6),
    }),
    /** The highest record sequence that the server counts on, 0 for none: records below it need not be sent again. */
    storedSequence: z.int().min(0),
    /** The server does not have the schema of this tag from this device: send it. */
    wantsSchema: z.boolean().default(false),
    /** The same for alarms, which are numbered separately. */
    storedAlarmSequence: z.int().min(0).default(0),
    /**
     * The installation was restored from a backup since this device was paired, most recently under this id, and knew
     * then only what came up to these numbers: the terminal sends the rest of what it keeps again, once for each id.
     */
    restored: z
      .object({ id, sequence: z.int().min(0), alarmSequence: z.int().min(0) })
      .nullable()
      .default(null),
    /** People who were erased in the last weeks: the terminal erases its records of their passages. */
    erased: z.array(id).default([]),
  }),
})

export const reportSchema = deviceRoute({
  method: 'POST',
  path: '/v1/settings/schema',
  summary: 'Report the settings schema of this device, when hello asks for it',
  access: 'device',
  body: z.object({ tag: requiredLine(64), schema: settingsSchema }),
  errors: ['device.schema-invalid'],
})

export const doorModes = ['normal', 'held-open', 'held-closed'] as const
export type DoorMode = (typeof doorModes)[number]

export const reportSettings = deviceRoute({
  method: 'POST',
  path: '/v1/settings/state',
  summary: 'Report the settings in force, the refused ones with reasons, and the door mode (complete each time)',
  access: 'device',
  body: z.object({
    /** Of the settings document that was applied. */
    revision: z.int().min(0),
    values: storableValues,
    refused: z.array(z.object({ key: line(48), reason: line(255) })).max(200),
    doorMode: z.enum(doorModes).default('normal'),
  }),
})

/**
 * The settings document (wanted values): who the device is, and every setting of the schema that it reported; those of our
 * own terminals by name, others as they are.
 */
export const deviceSettings = z.looseObject({
  revision: z.int().min(0),
  name: z.string(),
  location: z.string().nullable(),
  direction: z.enum(directions),
  timeZone: z.string(),
  ...ownShape,
})
export type DeviceSettings = z.output<typeof deviceSettings>

const range = z.object({ startMinute: z.int().min(0).max(1439), endMinute: z.int().min(1).max(1440) })
export const wireTimetable = z.object({
  id,
  name: z.string(),
  validFromOn: z.iso.date().nullable(),
  validToOn: z.iso.date().nullable(),
  /** Monday to Sunday. */
  week: z.array(z.array(range).max(12)).length(7),
  holiday: z.array(range).max(12),
  holidays: z.array(z.object({ on: z.iso.date(), isYearly: z.boolean(), remark: z.string() })),
})

export type WireTimetable = z.output<typeof wireTimetable>

/** Timetables and policies that concern this device: one small document, taken whole. */
export const accessRules = z.object({
  revision: z.int().min(0),
  boundGroupIds: z.array(id),
  timetables: z.array(wireTimetable),
  policies: z.array(z.object({ id, groupId: id, timetableId: id })),
  /** Null: the door has no rules of its own. */
  door: doorRules.nullable().default(null),
})
export type AccessRules = z.output<typeof accessRules>

/** The enterprise of this door; pictures by their ids, a new picture has a new id. */
export const companyOnDevice = z.object({
  name: z.string(),
  /** Shown if the device has no main welcome of its own. */
  welcome: z.string().nullable(),
  logoId: id.nullable(),
  backgroundId: id.nullable(),
})
export type CompanyOnDevice = z.output<typeof companyOnDevice>

export const getConfiguration = deviceRoute({
  method: 'GET',
  path: '/v1/configuration',
  summary:
    "Settings and access rules, each with a revision that grows with every change, and the enterprise's branding",
  access: 'device',
  response: z.object({
    settings: deviceSettings,
    access: accessRules,
    company: companyOnDevice.nullable().default(null),
    /** Identifies this configuration as a whole, for `getSyncStatus`; null from a server without that route. */
    tag: z.string().nullable().default(null),
  }),
})

export const getCompanyPicture = deviceRoute({
  method: 'GET',
  path: '/v1/company/pictures/:id',
  summary: "The enterprise's logo (PNG) or background (JPEG), as the configuration names it",
  access: 'device',
  params: z.object({ id }),
  replyKind: 'stream',
  errors: ['image.not-found'],
})

/** A pass as a terminal needs it: the code only as its SHA-256 in hex, so that a stolen terminal has none. */
export const devicePass = z.object({
  id,
  codeHash: z.string().regex(/^[0-9a-f]{64}$/),
  validFromAt: instant,
  validToAt: instant,
  /** Null: there is no limit. */
  maxUses: z.int().nullable(),
  /** Uses at all doors, as far as the server knows. */
  usedCount: z.int(),
  isRevoked: z.boolean(),
})

/**
 * The form in which card numbers and PINs reach a terminal that understands it: scrypt with the salt of the
 * installation, and of its result an HMAC-SHA-256 with the salt of the device. docs/device-link.md, "Card and PIN".
 */
export const hashForm = 'scrypt-1'
export const scryptCost = { N: 16_384, r: 8, p: 1 } as const
export const hashing = z.object({
  form: z.literal(hashForm),
  /** In hex: of the installation, for the slow hash; of this device, for what is made of it. */
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  deviceSalt: z.string().regex(/^[0-9a-f]{64}$/),
})
export type Hashing = z.output<typeof hashing>

/**
 * One person as a terminal needs them. No number, no address: only the data for recognition, the prompt and the
 * decision.
 */
export const devicePerson = z.object({
  id,
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  name: z.string(),
  /** The person's own greeting, shown when they pass; null: the device's. */
  prompt: z.string().nullable(),
  groupIds: z.array(id),
  validFromAt: instant.nullable(),
  validToAt: instant.nullable(),
  /** While one of these lasts the person may leave and not come in. For terminals with the ability `suspensions`; others get a shorter period. */
  suspensions: z
    .array(z.object({ fromAt: instant, toAt: instant.nullable() }))
    .max(20)
    .default([]),
  /** From this instant on the person has left, and no door opens. For terminals with the ability `suspensions`. */
  leftAt: instant.nullable().default(null),
  /** Recognition portrait, fetched from `getDevicePortrait`; null when the person has none. */
  portraitId: id.nullable(),
  /** Picture to be shown in the place of the recognition portrait, fetched the same way; null: show that one. */
  displayPortraitId: id.nullable(),
  /**
   * People who look like this one and of whom somebody has said that they are others, twins: nobody can tell them by a face alone, so each
   * shows a card or a PIN as well. Absent: nobody.
   */
  twinIds: z.array(id).max(20).optional(),
  /** Base64 of little-endian float32, length-normalised, 512 by the recogniser that is built in and 2,048 at most; empty when the person has no portrait. */
  embeddings: z.array(z.string().max(10_924)),
  modelId: z.string().nullable(),
  /** QR codes that let the person in; expired and used-up ones too, so that the terminal can show the reason. */
  passes: z.array(devicePass).max(20).default([]),
  /** With `hashing`, in hex: the hash of the card number. */
  cardKey: z.string().nullable().default(null),
  /** With `hashing`: `<salt>.<hash of the PIN>`, in hex. */
  pinKey: z.string().nullable().default(null),
  /** SHA-256 in hex of the number of their card, in capitals; null: they have none, or a `cardKey`. */
  cardHash: z.string().nullable().default(null),
  /** `<salt>.<hash>` in hex: PBKDF2-SHA-256 of the PIN with 100,000 rounds; null: they have none, or a `pinKey`. */
  pin: z.string().nullable().default(null),
})
export type DevicePerson = z.output<typeof devicePerson>

export const pullPeople = deviceRoute({
  method: 'GET',
  path: '/v1/people',
  summary: 'People of this device changed since the cursor: additions, changes and removals, in order',
  access: 'device',
  query: z.object({
    /** The `cursor` of the answer before; absent for the whole list (then `isFull` is true on every page). */
    cursor: z
      .string()
      .max(80)
      .regex(/^[0-9]+\.[0-9a-f-]*\.[0-9]+$/)
      .optional(),
    limit: z.coerce.number().int().min(1).max(500).default(200),
    hashes: hashesAsked,
    /** Templates of this model are wanted, in the place of the one that the terminal has reported: it prepares to change over. */
    model: z.string().max(64).optional(),
  }),
  response: z.object({
    /** True on every page of a pull that began without a cursor: after the last page the terminal deletes people whom no page named. */
    isFull: z.boolean(),
    upserts: z.array(devicePerson),
    removals: z.array(id),
    cursor: z.string(),
    /** More is waiting: pull again at once with `cursor`. */
    hasMore: z.boolean(),
    /** The parameters of `cardKey` and `pinKey`; null: cards and PINs are in the older form. */
    hashing: hashing.nullable().default(null),
  }),
})

export const getDevicePortrait = deviceRoute({
  method: 'GET',
  path: '/v1/portraits/:id',
  summary: 'The portrait (JPEG) of a person who belongs on this device',
  access: 'device',
  params: z.object({ id }),
  replyKind: 'stream',
  errors: ['image.not-found'],
})

/** The server’s verdict on a shown code; `elsewhere`: its person is in no group that is bound to this device. */
export const passOutcomes = ['usable', 'unknown', 'elsewhere', 'revoked', 'not-started', 'over', 'used-up'] as const

export const usePass = deviceRoute({
  method: 'POST',
  path: '/v1/passes/use',
  summary: 'Count one use of a pass before the door opens, so that N uses are N across all doors; or only query',
  access: 'device',
  body: z.object({
    codeHash: z.string().regex(/^[0-9a-f]{64}$/, { error: 'code-hash' }),
    /** The id of the record that the use will have: counting twice counts once. Null: only ask. */
    useId: id.nullable(),
  }),
  response: z.object({
    outcome: z.enum(passOutcomes),
    passId: id.nullable(),
    /** The person of the code, for the record; null for an unknown code, or one of elsewhere. */
    person: z.object({ id, name: z.string() }).nullable(),
  }),
})

/** For a terminal that cannot reach a relay itself, as a page in a browser cannot. */
export const triggerRelay = deviceRoute({
  method: 'POST',
  path: '/v1/relay',
  summary: "Make the server switch the network relay in this device's settings, or an output of it; 0 seconds close it",
  access: 'device',
  body: z.object({
    seconds: z.int().min(0).max(86_400),
    /** Of a floor of an elevator; left out: the relay of the door. */
    output: z.int().min(1).max(64).optional(),
  }),
  errors: ['relay.unset', 'relay.failed'],
})

/** Reasons why a person is not usable on a device. */
export const personFailures = [
  'portrait-missing',
  'portrait-unreadable',
  'no-face',
  'model-mismatch',
  'capacity',
  'not-on-device',
  'card-unwritable',
  'pin-unknown',
  'portrait-too-large',
  'portrait-refused',
  'face-unusable',
  'refused-for-now',
  'refused',
  'no-answer',
] as const
export type PersonFailure = (typeof personFailures)[number]

export const reportPeople = deviceRoute({
  method: 'POST',
  path: '/v1/people/state',
  summary: 'Report how far the list is applied, and all failures with their reasons',
  access: 'device',
  body: z.object({
    cursor: z.string().max(80),
    failures: z.array(z.object({ personId: id, reason: z.enum(personFailures) })).max(10_000),
    /** A list longer than one request: this part continues the one before, and another follows. */
    isContinued: z.boolean().default(false),
    hasMore: z.boolean().default(false),
  }),
})

/**
 * A measure that rounding may carry a little beyond its range: two vectors of length 1 may give 1.0000001. Single
 * precision, as it is stored: a value too near to 0 for that becomes 0.
 */
const measure = (least: number, most: number) =>
  z.number().transform((value) => Math.fround(Math.min(most, Math.max(least, value))))

/** The limits of a record. A question to the server itself has no such limit, however many groups a person is in. */
const wireReason = passageReason.refine((reason) => JSON.stringify(reason).length <= 2000, {
  error: 'too-long',
  params: { max: 2000 },
})

/**
 * One recognition. `id` (UUIDv7) and `sequence` (1, 2, 3 … without gaps, never used twice) are the terminal's own. Words
 * that this release does not know are kept as they are: a newer terminal loses nothing at an older server.
 */
export const wireRecord = z.object({
  id,
  sequence: z.int().min(1),
  kind: z.enum(personKinds),
  personId: id.nullable(),
  recognisedAt: instant,
  entryMode: entryModeWord,
  /** Cosine similarity to the recognised person, -1 to 1; a value beyond is taken as the nearer end. */
  cosine: measure(-1, 1).nullable(),
  /** 0 to 1, limited in the same way. */
  liveness: measure(0, 1).nullable(),
  opened: z.boolean(),
  abnormal: abnormalWord,
  reasons: z.array(wireReason).max(64),
  /** JPEG, base64, at most 200 kB decoded; null: no capture. */
  capture: z.string().max(280_000).nullable(),
  /** The position of this face on the capture; only with a capture of the whole scene. */
  faceBox: faceBox.nullable().default(null),
  /**
   * Other people that it may be, the most alike first: with a `personId`, the other entries of that person's face;
   * without, the people between whom nobody could tell.
   */
  candidates: z
    .array(z.object({ personId: id, cosine: measure(-1, 1).nullable() }))
    .max(maxCandidates)
    .default([]),
})
export type WireRecord = z.output<typeof wireRecord>

/**
 * The highest sequence of records or alarms that a server gives and that a terminal continues from: twice as high a number can still
 * be read.
 */
export const highestSequence = 2 ** 48
/** A record further ahead is stored like any other, but moves nothing: no terminal has lost so many (ADR 0056). */
export const sequenceStep = 1_000_000

/** Of one request; `maxBodyBytes` of records or alarms with their pictures. */
export const maxRecords = 200
export const maxAlarms = 100
export const maxBodyBytes = 8 * 1024 * 1024

export const pushRecords = deviceRoute({
  method: 'POST',
  path: '/v1/records',
  summary: 'Store records; the answer is sent after they are durable. Sending twice stores once',
  access: 'device',
  body: z.object({
    records: z.array(wireRecord).min(1).max(maxRecords),
    /** True: the answer names each item that cannot be stored, and the others are stored; false: one such item refuses the whole batch. */
    refusesSingly: z.boolean().default(false),
  }),
  response: z.object({
    stored: z.int(),
    /** Items that an earlier request stored already. */
    known: z.int(),
    storedSequence: z.int(),
    /** With `refusesSingly`: items that were not stored, and cannot be stored unchanged. */
    refused: z.array(refusal).default([]),
  }),
})

/**
 * Something about an alarm at this terminal. `id` (a UUID of the terminal's making) is the same from raise to release;
 * `sequence` (1, 2, 3 …) counts these messages.
 */
export const wireAlarm = z.object({
  id,
  sequence: z.int().min(1),
  /** Types below 90001 are those of terminals; a type that this release does not know is kept by its number. */
  code: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .refine((code) => !isServerAlarm(code), { error: 'alarm-code' }),
  state: z.enum(alarmStates),
  at: instant,
  /** In words, from the terminal: how long the door has stood open, what answered to a release. */
  description: lines(255).nullable(),
  /** The command `release-alarm` ends it; otherwise only the end of its cause does. */
  canRelease: z.boolean(),
  personId: id.nullable(),
  /** JPEG, base64, at most 200 kB decoded; null: no capture. */
  image: z.string().max(280_000).nullable(),
})
export type WireAlarm = z.output<typeof wireAlarm>

export const pushAlarms = deviceRoute({
  method: 'POST',
  path: '/v1/alarms',
  summary: 'Report alarms raised and released; the answer is sent after they are durable. Sending twice counts once',
  access: 'device',
  body: z.object({
    alarms: z.array(wireAlarm).min(1).max(maxAlarms),
    /** The same as with records. */
    refusesSingly: z.boolean().default(false),
  }),
  response: z.object({
    stored: z.int(),
    /** Known from an earlier sending. */
    known: z.int(),
    storedSequence: z.int(),
    refused: z.array(refusal).default([]),
  }),
  errors: ['request.too-many'],
})

/** `alarmId`: of `release-alarm`, the terminal's own id of the alarm; null there means all that can be released. */
export const wireCommand = z.object({
  id,
  kind: z.enum(commandKinds),
  expiresAt: instant,
  alarmId: id.nullable().default(null),
})
export type WireCommand = z.output<typeof wireCommand>

export const pullCommands = deviceRoute({
  method: 'GET',
  path: '/v1/commands',
  summary: 'Waiting commands for this device that have not expired, oldest first',
  access: 'device',
  response: z.object({ commands: z.array(wireCommand) }),
})

export const reportCommand = deviceRoute({
  method: 'POST',
  path: '/v1/commands/:id/result',
  summary: 'Acknowledge a command: done, or failed and why',
  access: 'device',
  params: z.object({ id }),
  body: z.object({ state: z.enum(['done', 'failed']), result: line(255).nullable() }),
  errors: ['command.not-found', 'command.finished'],
})

export const getLockdown = deviceRoute({
  method: 'GET',
  path: '/v1/lockdown',
  summary: 'The lockdowns and the emergency open that hold at the doors of this device',
  access: 'device',
  response: deviceLockdown,
})

export const reportLockdown = deviceRoute({
  method: 'POST',
  path: '/v1/lockdown/state',
  summary: 'Report which lockdowns this device follows: it has moved its lock, and decides by them',
  access: 'device',
  body: z.object({ revision: deviceLockdown.shape.revision }),
})

export const pullUpgrades = deviceRoute({
  method: 'GET',
  path: '/v1/upgrades',
  summary:
    'Packages that are meant for this device now, at most one of each kind; `held`: keep what is here of it, and wait',
  access: 'device',
  response: z.object({ offers: z.array(packageOffer).max(2), held: z.array(id) }),
})

export const getPackageFile = deviceRoute({
  method: 'GET',
  path: '/v1/packages/:id/file',
  summary: 'The bytes of a package, with Range and ETag (its SHA-256); only while it is offered to this device',
  access: 'device',
  params: z.object({ id }),
  replyKind: 'stream',
  errors: ['package.not-found', 'package.range-wrong', 'server.busy'],
})

export const reportUpgrade = deviceRoute({
  method: 'POST',
  path: '/v1/upgrades/:id/state',
  summary: "Report this device's progress with a package",
  access: 'device',
  params: z.object({ id }),
  body: z.object({
    /** The attempt that the offer names: a report about an earlier attempt does not count for this one. */
    attempt: z.int().min(1).max(1_000_000),
    state: z.enum(reportedStates),
    /** Of the download. */
    percent: z.int().min(0).max(100).default(0),
    reason: z.enum(upgradeFailures).nullable().default(null),
  }),
  errors: ['package.not-found'],
})

/**
 * The terminal asks this instead of pulling everything: after connecting, after subscribing, and from time to time,
 * since a hint may be lost.
 */
export const getSyncStatus = deviceRoute({
  method: 'GET',
  path: '/v1/news',
  summary: 'Whether anything this device pulls has changed; leave out what the device does not have yet',
  access: 'device',
  query: z.object({
    /** The `tag` of the configuration that the terminal has. */
    configuration: z.string().max(100).optional(),
    people: pullPeople.query.shape.cursor,
    hashes: hashesAsked,
    /** The `revision` of the lockdown that the terminal follows; left out by one without the ability. */
    lockdown: deviceLockdown.shape.revision.optional(),
  }),
  response: z.object({
    configuration: z.boolean(),
    people: z.boolean(),
    commands: z.boolean(),
    upgrades: z.boolean(),
    /** For terminals that say their revision. */
    lockdown: z.boolean().optional(),
  }),
})

/*
 * MQTT. The terminal connects with its LDID as user name and its secret as password, any client id that starts with the
 * LDID, and a will on `<prefix>/up/presence`. Hints carry no data: each names the kind of data to pull.
 */
export const downHint = z.object({ what: z.enum(['people', 'configuration', 'commands', 'upgrades', 'lockdown']) })
export type DownHint = z.output<typeof downHint>
export const upPresence = z.object({ online: z.boolean() })

/** `gatehouse/v1/<ldid>`; down hints arrive on `<prefix>/down`, presence goes to `<prefix>/up/presence` (retained, QoS 1). */
export const topicPrefix = (ldid: string) => `gatehouse/v1/${ldid}`
