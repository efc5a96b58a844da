/**
 * Every code that the server can send, with its HTTP status (which is also the envelope's `code`). The texts stand in
 * `texts/<language>.ts`; a code without its three texts does not compile.
 */
export const errorStatus = {
  // every route
  'request.invalid': 400,
  'request.unsigned': 400,
  'request.clock-off': 400,
  'request.too-large': 413,
  'request.too-many': 429,
  'request.not-found': 404,
  'request.unsupported-type': 415,
  'server.failed': 500,
  'server.busy': 503,
  // sessions
  'auth.session-expired': 401,
  'auth.permission-denied': 403,
  'auth.password-change-required': 403,
  'auth.key-expired': 400,
  'auth.wrong-credentials': 401,
  'auth.throttled': 429,
  'auth.account-disabled': 403,
  'auth.password-weak': 422,
  'auth.password-same': 422,
  'auth.password-wrong': 422,
  // licence
  'licence.required': 403,
  'licence.file-invalid': 422,
  'licence.signature-wrong': 422,
  'licence.other-udid': 422,
  'licence.expired': 422,
  'licence.not-yet-valid': 422,
  'licence.code-mismatch': 422,
  'licence.trial-used': 409,
  'licence.device-limit': 409,
  'licence.person-limit': 409,
  // people
  'department.not-found': 404,
  'department.name-taken': 409,
  'department.too-deep': 422,
  'department.has-members': 409,
  'department.has-children': 409,
  'department.cycle': 422,
  'group.not-found': 404,
  'group.name-taken': 409,
  'group.too-many': 409,
  'group.is-default': 409,
  'staff.not-found': 404,
  'staff.job-id-taken': 409,
  'staff.phone-taken': 409,
  'staff.ic-card-taken': 409,
  'staff.id-number-taken': 409,
  'staff.changed-meanwhile': 409,
  'visitor.not-found': 404,
  'visitor.phone-taken': 409,
  'visitor.changed-meanwhile': 409,
  'visitor.period-wrong': 422,
  'visitor.host-unknown': 422,
  'pass.not-found': 404,
  'pass.no-email': 422,
  'visit.not-found': 404,
  'visit.link-over': 404,
  'visit.decided': 409,
  'visit.incomplete': 409,
  'visit.ask-reception': 409,
  'mail.not-set': 409,
  'blacklist.not-found': 404,
  'portrait.not-found': 404,
  'portrait.unreadable': 422,
  'portrait.too-large': 413,
  'portrait.check-failed': 422,
  'portrait.duplicate-face': 409,
  'image.not-found': 404,
  // imports
  'import.not-found': 404,
  'import.file-missing': 422,
  'import.one-file': 422,
  'import.too-large': 413,
  'import.not-xls': 422,
  'import.damaged': 422,
  'import.macros': 422,
  'import.wrong-template': 422,
  'import.empty': 422,
  'import.closed': 409,
  'import.still-running': 409,
  'import.too-many': 422,
  'import.part-wrong': 422,
  'import.part-missing': 422,
  'import.zip-damaged': 422,
  // devices
  'device.not-found': 404,
  'device.code-wrong': 422,
  'device.credentials-wrong': 401,
  'device.serial-taken': 409,
  'device.offline': 409,
  'command.not-found': 404,
  'command.finished': 409,
  'record.not-found': 404,
  'record.marked-already': 409,
  'record.linked-already': 409,
  'record.not-stranger': 422,
  // attendance
  'attendance-rule.not-found': 404,
  'attendance-rule.name-taken': 409,
  'attendance-rule.participant-taken': 409,
  'attendance-rule.participant-unknown': 422,
  'attendance-rule.starts-before-earliest': 422,
  'attendance-rule.ends-after-day': 422,
  'attendance-rule.tolerance-too-long': 422,
  'attendance-rule.overtime-before-end': 422,
  'attendance-rule.time-zone-unknown': 422,
  'attendance-rule.effective-too-far': 422,
  'attendance-rule.changed-meanwhile': 409,
  'attendance-rule.is-default': 409,
  'attendance-rule.in-use': 409,
  'attendance-area.not-found': 404,
  'attendance-area.name-taken': 409,
  'attendance-area.device-taken': 409,
  'attendance-area.too-many': 409,
  'attendance-area.in-use': 409,
  'attendance.day-not-found': 404,
  'attendance.period-too-long': 422,
  'attendance.month-locked': 409,
  'attendance.month-not-over': 422,
  'attendance.punch-in-future': 422,
  'attendance.punch-too-old': 422,
  'attendance.no-rule': 422,
  'attendance.too-many-requests': 429,
  'attendance.request-not-found': 404,
  'attendance.request-decided': 409,
  // alarms
  'alarm.not-found': 404,
  'alarm.handler-not-found': 422,
  'alarm.trace-full': 409,
  'alarm.rule-not-found': 404,
  'alarm.rule-name-taken': 409,
  'alarm.too-many-rules': 409,
  'operation.not-found': 404,
  // passage
  'timetable.not-found': 404,
  'timetable.name-taken': 409,
  'timetable.in-use': 409,
  'timetable.changed-meanwhile': 409,
  'policy.not-found': 404,
  'policy.exists': 409,
  'policy.group-kind': 422,
  'person.not-found': 404,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

/** Codes that any route may answer with; routes list only what is theirs. */
export const commonErrors = [
  'request.invalid',
  'request.unsigned',
  'request.clock-off',
  'request.too-large',
  'request.too-many',
  'request.not-found',
  'request.unsupported-type',
  'server.failed',
  'server.busy',
  'auth.session-expired',
  'auth.permission-denied',
  'auth.password-change-required',
  'licence.required',
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
