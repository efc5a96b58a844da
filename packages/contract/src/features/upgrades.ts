import {
  mismatches,
  packageForms,
  packageKinds,
  rollOutStates,
  upgradeFailures,
  upgradeStates,
  upgradeStrategies,
} from '@gatehouse/engine/upgrade/vocabulary.ts'
import { z } from 'zod'
import { deviceMakes } from '../device/capabilities.ts'
import { localTime, packageAbility } from '../device/packages.ts'
import { id, instant, line, lines, optionalLine, requiredLine } from '../fields.ts'
import { keyword, pageOf, pageQuery } from '../paging.ts'
import { route } from '../route.ts'

/** The reference's own limit. */
export const maxPackageBytes = 600 * 1024 * 1024
/** A file is sent in parts of this many bytes; the last one may be smaller. */
export const packagePartSize = 8 * 1024 * 1024

const versionCode = z.int().min(0).max(2_147_483_647)

/** Fields that may be changed at any time; a published package is then offered again. */
const editable = {
  title: requiredLine(128),
  descriptionZh: lines(2000),
  descriptionEn: lines(2000),
  manufacturer: optionalLine(64),
  /** Separated by semicolons; empty: any. */
  hardwareVersions: line(255),
  fromVersions: line(255),
  strategy: z.enum(upgradeStrategies),
  timedAt: localTime.nullable(),
  isForced: z.boolean(),
}

/** One segment of a path, and not `..`. */
const fileName = requiredLine(200).refine((name) => !/[\\/]/.test(name) && name !== '.' && name !== '..', {
  error: 'file-name',
})

export const packageInput = z.object({
  ...editable,
  /** The make of the terminals that it is for. */
  make: z.enum(deviceMakes).default('gatehouse'),
  kind: z.enum(packageKinds),
  /** Always set for firmware; an application without one goes to any model. */
  model: optionalLine(64),
  packageName: optionalLine(128),
  version: requiredLine(64),
  versionCode: versionCode.nullable(),
  form: z.enum(packageForms),
  baseVersion: optionalLine(64),
  fileName,
  size: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  /** The content of the `.sig` file. */
  signature: lines(2000).nullable(),
})
export type PackageInput = z.output<typeof packageInput>

/** The fields of the forms: an empty list or description is allowed too. */
const forms = {
  hardwareVersions: line(255).default(''),
  fromVersions: line(255).default(''),
  descriptionZh: lines(2000).default(''),
  descriptionEn: lines(2000).default(''),
}
export const uploadForm = packageInput.omit({ kind: true, fileName: true, size: true, signature: true }).extend(forms)
export const editForm = z.object({ ...editable, ...forms })

export const rollOut = z.object({
  state: z.enum(rollOutStates),
  stage: z.enum(['first', 'all']),
  advance: z.enum(['manual', 'timed']),
  waitMinutes: z.int(),
  mostFailedPercent: z.int(),
  retries: z.int(),
  startedAt: instant,
  /** The account that published it, and the one that approved the rest. */
  publishedBy: z.string(),
  continuedBy: z.string().nullable(),
})

export const upgradePackage = z.object({
  id,
  make: z.enum(deviceMakes),
  kind: z.enum(packageKinds),
  title: z.string(),
  descriptionZh: z.string(),
  descriptionEn: z.string(),
  manufacturer: z.string().nullable(),
  model: z.string().nullable(),
  hardwareVersions: z.string(),
  fromVersions: z.string(),
  packageName: z.string().nullable(),
  version: z.string(),
  versionCode: z.int().nullable(),
  form: z.enum(packageForms),
  baseVersion: z.string().nullable(),
  strategy: z.enum(upgradeStrategies),
  timedAt: z.string().nullable(),
  isForced: z.boolean(),
  fileName: z.string(),
  size: z.int(),
  /** Null while the upload is not finished. */
  md5: z.string().nullable(),
  sha256: z.string().nullable(),
  keyId: z.string(),
  isUploaded: z.boolean(),
  status: z.enum(['unpublished', 'published']),
  /** The address where devices fetch it; only devices that it is assigned to. */
  downloadAddress: z.string(),
  uploadedBy: z.string(),
  uploadedAt: instant,
  /** Grows with every change; a form names the revision it was made from. */
  revision: z.int(),
  /** Of the publication that is or was last. */
  rollOut: rollOut.nullable(),
  counts: z.record(z.enum(upgradeStates), z.int()),
})
export type UpgradePackage = z.output<typeof upgradePackage>

const params = z.object({ id })
const kind = z.enum(packageKinds)

export const listPackages = route({
  method: 'GET',
  path: '/v2/upgrade-packages',
  summary: 'Upgrade packages of a kind, newest first; keyword over title, model, package name and version',
  permission: 'upgrade.read',
  shows: 'upgrades',
  query: pageQuery.extend({
    kind: kind.default('firmware'),
    keyword,
    status: z.enum(['unpublished', 'published']).optional(),
  }),
  response: pageOf(upgradePackage),
})

export const getPackage = route({
  method: 'GET',
  path: '/v2/upgrade-packages/:id',
  summary: 'One upgrade package with its roll-out',
  permission: 'upgrade.read',
  shows: 'upgrades',
  params,
  response: upgradePackage,
  errors: ['package.not-found'],
})

export const createPackage = route({
  method: 'POST',
  path: '/v2/upgrade-packages',
  summary:
    'Begin to upload a package: what it is, how large, and its detached signature; takes the place of an upload of this version that was not finished',
  permission: 'upgrade.write',
  body: packageInput,
  response: upgradePackage,
  errors: [
    'package.empty',
    'package.too-large',
    'package.model-missing',
    'package.name-missing',
    'package.base-missing',
    'package.time-missing',
    'package.not-for-make',
    'package.not-signed',
    'package.signature-unreadable',
    'package.key-unknown',
    'package.version-taken',
  ],
  audit: { module: 'upgrade', event: 'create' },
  changes: ['upgrades'],
})

export const listPackageParts = route({
  method: 'GET',
  path: '/v2/upgrade-packages/:id/parts',
  summary: 'The parts of the file that have arrived, so that an upload can continue',
  permission: 'upgrade.write',
  params,
  response: z.object({ numbers: z.array(z.int()) }),
  errors: ['package.not-found'],
})

export const addPackagePart = route({
  method: 'PUT',
  path: '/v2/upgrade-packages/:id/parts/:number',
  summary: 'One part of the file (multipart field `file`), 8 MiB each except the last; may be repeated',
  permission: 'upgrade.write',
  params: params.extend({ number: z.coerce.number().int().min(0).max(1000) }),
  bodyKind: 'files',
  errors: ['package.not-found', 'package.uploaded', 'package.part-wrong'],
  audit: { module: 'upgrade', event: 'upload' },
  changes: [],
})

export const restartPackage = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/restart',
  summary: 'Restart an unfinished upload with another file; earlier parts are deleted',
  permission: 'upgrade.write',
  params,
  body: packageInput.pick({ fileName: true, size: true }),
  response: upgradePackage,
  errors: ['package.not-found', 'package.uploaded', 'package.empty', 'package.too-large'],
  audit: { module: 'upgrade', event: 'restart-upload' },
  changes: ['upgrades'],
})

export const finishPackage = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/finish',
  summary: 'Finish the upload: check size, hashes and signature; an unsigned file is deleted',
  permission: 'upgrade.write',
  params,
  response: upgradePackage,
  errors: [
    'package.not-found',
    'package.uploaded',
    'package.part-missing',
    'package.hash-wrong',
    'package.key-unknown',
    'package.signature-wrong',
  ],
  audit: { module: 'upgrade', event: 'finish-upload' },
  changes: ['upgrades'],
})

export const updatePackage = route({
  method: 'PATCH',
  path: '/v2/upgrade-packages/:id',
  summary: "Change a package's description and target devices; a published one is offered again",
  permission: 'upgrade.write',
  params,
  body: z.object({ ...editable, revision: z.int().min(0) }).partial(),
  response: upgradePackage,
  errors: ['package.not-found', 'package.changed-meanwhile', 'package.time-missing', 'package.not-for-make'],
  audit: { module: 'upgrade', event: 'update' },
  changes: ['upgrades'],
})

export const deletePackage = route({
  method: 'DELETE',
  path: '/v2/upgrade-packages/:id',
  summary: 'Delete an unpublished package with its file',
  permission: 'upgrade.write',
  worksOnFullDisk: true,
  params,
  errors: ['package.not-found', 'package.published'],
  audit: { module: 'upgrade', event: 'delete' },
  changes: ['upgrades'],
})

const deviceBuild = {
  id,
  name: z.string(),
  location: z.string().nullable(),
  model: z.string().nullable(),
  hardwareVersion: z.string().nullable(),
  /** Of the package's kind: firmware or application. */
  version: z.string().nullable(),
  isOnline: z.boolean(),
}

export const previewPackage = route({
  method: 'GET',
  path: '/v2/upgrade-packages/:id/preview',
  summary: 'The devices that match a package, and why the others do not',
  permission: 'upgrade.read',
  shows: 'upgrades',
  params,
  query: pageQuery.extend({
    /** `with-downgrades`: the matching devices, and those that would lose a later version. */
    match: z.enum(['matching', 'with-downgrades', 'others']).default('matching'),
    keyword,
  }),
  response: pageOf(z.object({ ...deviceBuild, mismatch: z.enum(mismatches).nullable() })).extend({
    counts: z.object({ matching: z.int(), others: z.int(), downgrades: z.int() }),
  }),
  errors: ['package.not-found'],
})

export { failuresThatStop, shareOf } from '@gatehouse/engine/upgrade/vocabulary.ts'

export const publishInput = z.object({
  /** The first stage: a share of the matching devices, or these; the rest follows. 100: all at once. */
  firstPercent: z.int().min(1).max(100),
  firstDeviceIds: z.array(id).max(10_000),
  advance: z.enum(['manual', 'timed']),
  waitMinutes: z.int().min(1).max(43_200),
  /** The roll-out stops automatically when failures exceed this share. */
  mostFailedPercent: z.int().min(0).max(100),
  /** The number of automatic retries of a device that failed. */
  retries: z.int().min(0).max(5),
})

export const publishPackage = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/publish',
  summary: 'Publish a package: it is offered to the first devices that match',
  permission: 'upgrade.write',
  params,
  body: publishInput.extend({ allowsDowngrade: z.boolean().default(false) }),
  response: upgradePackage,
  errors: [
    'package.not-found',
    'package.no-file',
    'package.published',
    'package.downgrade',
    'package.device-mismatch',
    'package.key-unknown',
  ],
  audit: { module: 'upgrade', event: 'publish' },
  changes: ['upgrades'],
})

export const unpublishPackage = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/unpublish',
  summary: 'Unpublish a package: downloads end; devices that are already installing finish',
  permission: 'upgrade.write',
  worksOnFullDisk: true,
  params,
  response: upgradePackage,
  errors: ['package.not-found', 'package.not-published'],
  audit: { module: 'upgrade', event: 'unpublish' },
  changes: ['upgrades'],
})

export const rolloutActions = ['pause', 'resume', 'continue', 'cancel'] as const

export const controlRollout = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/roll-out',
  summary: 'Pause, resume (also after an automatic stop), continue to all devices, or cancel',
  permission: 'upgrade.write',
  params,
  body: z.object({ deed: z.enum(rolloutActions) }),
  response: upgradePackage,
  errors: ['package.not-found', 'package.not-published', 'roll-out.not-possible'],
  audit: { module: 'upgrade', event: 'roll-out' },
  changes: ['upgrades'],
})

export const retryUpgrades = route({
  method: 'POST',
  path: '/v2/upgrade-packages/:id/retry',
  summary: 'Make devices that failed or rolled back retry: these, or all',
  permission: 'upgrade.write',
  params,
  body: z.object({ deviceIds: z.array(id).min(1).max(1000).optional() }),
  response: z.object({ count: z.int() }),
  errors: ['package.not-found', 'package.not-published'],
  audit: { module: 'upgrade', event: 'retry' },
  changes: ['upgrades'],
})

const upgradeFields = {
  state: z.enum(upgradeStates),
  /** Its stage has begun. */
  isBegun: z.boolean(),
  percent: z.int(),
  reason: z.enum(upgradeFailures).nullable(),
  attempt: z.int(),
  updatedAt: instant,
}

export const packageDevice = z.object({ ...deviceBuild, ...upgradeFields })
export type PackageDevice = z.output<typeof packageDevice>

export const listPackageDevices = route({
  method: 'GET',
  path: '/v2/upgrade-packages/:id/devices',
  summary: 'Progress of each device with a package, the first stage first',
  permission: 'upgrade.read',
  shows: 'upgrades',
  params,
  query: pageQuery.extend({ state: z.enum(upgradeStates).optional() }),
  response: pageOf(packageDevice),
  errors: ['package.not-found'],
})

export const listDeviceUpgrades = route({
  method: 'GET',
  path: '/v2/devices/:id/upgrades',
  summary: 'The last packages of a device and its progress with each',
  permission: 'upgrade.read',
  shows: 'upgrades',
  params,
  response: z.object({
    items: z.array(
      z.object({
        packageId: id,
        kind,
        title: z.string(),
        version: z.string(),
        ...upgradeFields,
      }),
    ),
  }),
})

export const listVersions = route({
  method: 'GET',
  path: '/v2/upgrades/versions',
  summary: 'Versions in use and their number of devices, by model and application',
  permission: 'upgrade.read',
  shows: 'upgrades',
  query: z.object({ kind: kind.default('firmware') }),
  response: z.object({
    items: z.array(
      z.object({
        /** Model, or package name. */
        name: z.string().nullable(),
        version: z.string().nullable(),
        devices: z.int(),
        online: z.int(),
      }),
    ),
  }),
})

export const listPackageMakes = route({
  method: 'GET',
  path: '/v2/upgrades/makes',
  summary: 'The makes whose terminals take packages of a kind, and what those packages may be',
  permission: 'upgrade.read',
  shows: 'upgrades',
  query: z.object({ kind: kind.default('firmware') }),
  response: z.object({ items: z.array(packageAbility.extend({ make: z.enum(deviceMakes), isOn: z.boolean() })) }),
})
