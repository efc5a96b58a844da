import { accountErrors } from './features/account-errors.ts'
import { alarmErrors } from './features/alarm-errors.ts'
import { attendanceAreaErrors } from './features/attendance/area-errors.ts'
import { attendanceErrors } from './features/attendance/attendance-errors.ts'
import { attendanceRuleErrors } from './features/attendance/rule-errors.ts'
import { authErrors } from './features/auth-errors.ts'
import { blacklistErrors } from './features/blacklist-errors.ts'
import { departmentErrors } from './features/department-errors.ts'
import { deviceErrors } from './features/device-errors.ts'
import { deviceSettingErrors } from './features/device-setting-errors.ts'
import { imageErrors } from './features/image-errors.ts'
import { importErrors } from './features/import-errors.ts'
import { licenceErrors } from './features/licence-errors.ts'
import { openPlatformErrors } from './features/open-platform-errors.ts'
import { openidErrors } from './features/openid-errors.ts'
import { operationLogErrors } from './features/operation-log-errors.ts'
import { personGroupErrors } from './features/person-group-errors.ts'
import { policyErrors } from './features/policy-errors.ts'
import { portraitErrors } from './features/portrait-errors.ts'
import { recordErrors } from './features/record-errors.ts'
import { registrationErrors } from './features/registration-errors.ts'
import { requestErrors } from './request-errors.ts'
import { serviceConfigErrors } from './features/service-config-errors.ts'
import { staffErrors } from './features/staff-errors.ts'
import { storageErrors } from './features/storage-errors.ts'
import { timetableErrors } from './features/timetable-errors.ts'
import { upgradeErrors } from './features/upgrade-errors.ts'
import { visitErrors } from './features/visit-errors.ts'
import { visitorErrors } from './features/visitor-errors.ts'
import { visitorPassErrors } from './features/visitor-pass-errors.ts'

/** Every code that the server can send. Each feature defines its own; a code without its three texts does not compile. */
export const errorDefinitions = {
  ...requestErrors,
  ...authErrors,
  ...accountErrors,
  ...openidErrors,
  ...licenceErrors,
  ...departmentErrors,
  ...personGroupErrors,
  ...staffErrors,
  ...visitorErrors,
  ...visitorPassErrors,
  ...visitErrors,
  ...serviceConfigErrors,
  ...attendanceErrors,
  ...blacklistErrors,
  ...portraitErrors,
  ...imageErrors,
  ...registrationErrors,
  ...importErrors,
  ...deviceErrors,
  ...deviceSettingErrors,
  ...recordErrors,
  ...attendanceRuleErrors,
  ...attendanceAreaErrors,
  ...storageErrors,
  ...alarmErrors,
  ...operationLogErrors,
  ...timetableErrors,
  ...policyErrors,
  ...upgradeErrors,
  ...openPlatformErrors,
} as const

export type ErrorCode = keyof typeof errorDefinitions

/** Codes that any route may answer with; routes list only what is theirs. */
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
