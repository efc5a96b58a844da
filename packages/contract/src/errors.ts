import { accountErrors } from './features/accounts/account-errors.ts'
import { alarmErrors } from './features/alarms/alarm-errors.ts'
import { attendanceAreaErrors } from './features/attendance/area-errors.ts'
import { attendanceErrors } from './features/attendance/attendance-errors.ts'
import { attendanceRuleErrors } from './features/attendance/rule-errors.ts'
import { authErrors } from './features/auth/auth-errors.ts'
import { blacklistErrors } from './features/blacklist/blacklist-errors.ts'
import { consentErrors } from './features/people/consent-errors.ts'
import { departmentErrors } from './features/departments/department-errors.ts'
import { deviceErrors } from './features/devices/device-errors.ts'
import { deviceSettingErrors } from './features/device-settings/device-setting-errors.ts'
import { doorRuleErrors } from './features/door-rules/door-rule-errors.ts'
import { facePairErrors } from './features/people/face-pair-errors.ts'
import { floorPlanErrors } from './features/floor-plans/floor-plan-errors.ts'
import { imageErrors } from './features/images/image-errors.ts'
import { importErrors } from './features/imports/import-errors.ts'
import { insideErrors } from './features/inside/inside-errors.ts'
import { licenceErrors } from './features/licence/licence-errors.ts'
import { liveErrors } from './features/live/live-errors.ts'
import { lockdownErrors } from './features/lockdown/lockdown-errors.ts'
import { musterErrors } from './features/muster/muster-errors.ts'
import { openPlatformErrors } from './features/open-platform/open-platform-errors.ts'
import { openidErrors } from './features/openid/openid-errors.ts'
import { operationLogErrors } from './features/operation-log/operation-log-errors.ts'
import { personGroupErrors } from './features/person-groups/person-group-errors.ts'
import { policyErrors } from './features/policies/policy-errors.ts'
import { portraitErrors } from './features/portraits/portrait-errors.ts'
import { pushErrors } from './features/push/push-errors.ts'
import { recordErrors } from './features/records/record-errors.ts'
import { registrationErrors } from './features/registrations/registration-errors.ts'
import { requestErrors } from './request-errors.ts'
import { savedViewErrors } from './features/saved-views/saved-view-errors.ts'
import { serviceConfigErrors } from './features/service-config/service-config-errors.ts'
import { siteErrors } from './features/sites/site-errors.ts'
import { staffErrors } from './features/staff/staff-errors.ts'
import { storageErrors } from './features/storage/storage-errors.ts'
import { suspensionErrors } from './features/suspensions/suspension-errors.ts'
import { timetableErrors } from './features/timetables/timetable-errors.ts'
import { upgradeErrors } from './features/upgrades/upgrade-errors.ts'
import { visitErrors } from './features/visits/visit-errors.ts'
import { visitorErrors } from './features/visitors/visitor-errors.ts'
import { visitorPassErrors } from './features/visitor-passes/visitor-pass-errors.ts'

/** Every code that the server can send. Each feature defines its own; a code without its three texts does not compile. */
export const errorDefinitions = {
  ...requestErrors,
  ...authErrors,
  ...accountErrors,
  ...openidErrors,
  ...insideErrors,
  ...licenceErrors,
  ...liveErrors,
  ...lockdownErrors,
  ...musterErrors,
  ...consentErrors,
  ...facePairErrors,
  ...departmentErrors,
  ...savedViewErrors,
  ...personGroupErrors,
  ...staffErrors,
  ...visitorErrors,
  ...visitorPassErrors,
  ...visitErrors,
  ...serviceConfigErrors,
  ...attendanceErrors,
  ...blacklistErrors,
  ...portraitErrors,
  ...doorRuleErrors,
  ...floorPlanErrors,
  ...imageErrors,
  ...registrationErrors,
  ...importErrors,
  ...deviceErrors,
  ...deviceSettingErrors,
  ...pushErrors,
  ...recordErrors,
  ...attendanceRuleErrors,
  ...attendanceAreaErrors,
  ...siteErrors,
  ...storageErrors,
  ...alarmErrors,
  ...operationLogErrors,
  ...suspensionErrors,
  ...timetableErrors,
  ...policyErrors,
  ...upgradeErrors,
  ...openPlatformErrors,
} as const

export type ErrorCode = keyof typeof errorDefinitions

/** Codes that any route may answer with; routes list only their own. */
export const commonErrors = [
  'request.invalid',
  'request.unknown-key',
  'request.unsigned',
  'request.clock-off',
  'request.too-large',
  'request.too-many',
  'request.not-found',
  'request.unsupported-type',
  'request.encoded',
  'server.failed',
  'server.busy',
  'server.stopping',
  'server.disk-full',
  'server.storage-away',
  'auth.session-expired',
  'auth.permission-denied',
  'auth.password-change-required',
  'licence.required',
  'licence.clock-behind',
] as const satisfies readonly ErrorCode[]

export type CommonErrorCode = (typeof commonErrors)[number]

/**
 * A refusal that the caller is told about. `details` fill the `{placeholders}` of the text and travel as `data`; they
 * must hold no secret.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>
  constructor(code: ErrorCode, details: Readonly<Record<string, unknown>> = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}
