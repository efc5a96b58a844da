import {
  type AccessRules,
  type CompanyOnDevice,
  type DeviceSettings,
  deviceSettings,
  wireTimetable,
} from '@gatehouse/contract/device/link.ts'
import { ownDefaults } from '@gatehouse/contract/device/own-settings.ts'
import { directions } from '@gatehouse/contract/device/passage-words.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type { Ctx } from '../../../../ctx.ts'
import { readDoorDocument } from '../../../door-rules/door-document-reads.ts'
import { withFaceThreshold } from '../face-policy.ts'
import { findConfiguration } from '../../../../device-link/outbox/configuration-store.ts'

type Configuration = {
  settings: DeviceSettings
  /** Without a lockdown, which puts a device that knows none out of service. */
  isRunningAsSet: boolean
  access: AccessRules
  /** The doors of a device with several that a group may pass, by the group; who is not here may pass all. */
  groupPorts: Readonly<Record<string, readonly number[]>>
  /** Those whose people pass nowhere. */
  blacklistGroupIds: readonly string[]
  company: CompanyOnDevice | null
  tag: string
}

/** The settings and access rules of a device, as of one moment. */
export async function readConfiguration(ctx: Ctx, deviceId: string): Promise<Configuration> {
  const row = await findConfiguration(ctx.db, deviceId)
  if (!row) throw new AppError('device.credentials-wrong')
  const place = {
    revision: row.settings_revision,
    name: row.name,
    location: row.location,
    direction: directions[row.direction] ?? 'none',
    timeZone: row.time_zone ?? 'UTC',
  }
  const set = { ...row.defaults, ...row.settings, ...place }
  const wanted = deviceSettings.safeParse(
    withFaceThreshold(set, {
      ...row,
      policy: row.face_policy,
      modelId: row.face_model_id,
      thresholdModelId: row.threshold_model_id,
    }),
  )
  if (!wanted.success)
    ctx.log.error({ err: wanted.error, deviceId }, 'the settings of a device are damaged; the defaults hold')
  const asSet = wanted.success ? wanted.data : { ...ownDefaults, ...place }
  const settings = row.is_locked_down ? { ...asSet, isRunning: false } : asSet
  const access = {
    revision: row.access_revision,
    boundGroupIds: row.bound_group_ids,
    policies: row.policies,
    timetables: row.timetables.map((timetable) => wireTimetable.parse(timetable)),
    door: await readDoorDocument(ctx.db, deviceId),
  }
  const groupsAt = { groupPorts: row.group_ports, blacklistGroupIds: row.blacklist_group_ids }
  return { settings, isRunningAsSet: asSet.isRunning, access, ...groupsAt, company: row.company, tag: row.tag }
}
