/** The file that each type of a column comes from, as `db/tables.ts` imports it. */
export const sources = {
  '@gatehouse/contract/device/link.ts': ['DeviceVersions'],
  '@gatehouse/contract/device/settings-schema.ts': ['SettingFault', 'SettingsSchema', 'SettingValues'],
  '@gatehouse/contract/envelope.ts': ['Language'],
  '@gatehouse/contract/features/storage.ts': ['HistoryKind'],
  '@gatehouse/engine/upgrade/vocabulary.ts': [
    'PackageKind',
    'RollOutState',
    'UpgradeFailure',
    'UpgradeState',
    'UpgradeStrategy',
  ],
  kysely: ['ColumnType', 'Generated', 'JSONColumnType'],
  '../lib/ending-list.ts': ['EndingKind'],
  '../people/person-columns.ts': ['PersonName'],
  './column-types.ts': ['DefaultInstant', 'Instant', 'Remembered', 'StoredCandidate'],
}

const json = (type: string) => `JSONColumnType<${type}, string, string>`
const jsonOrNull = (type: string) => `JSONColumnType<${type}, string | null, string | null> | null`
const jsonOrDefault = (type: string) => `JSONColumnType<${type}, string | undefined, string>`
/** JSON that is never changed once it is written. */
const fixedJson = (type: string) => `JSONColumnType<${type}, string, never>`
/** Only the database writes it. */
const readOnly = (type: string) => `ColumnType<${type}, never, never>`

/** Types of columns that PostgreSQL cannot know: what JSON holds, and words of a list that stands in code. */
export const columnTypes: Record<string, string> = {
  'alarm.trace': json('object[]'),
  'attendance_day_change.after': json('object'),
  'attendance_day_change.before': json('object'),
  'attendance_day.reasons': json('object[]'),
  'attendance_rule_version.settings': json('object'),
  'blacklisting.remembered': json('Remembered'),
  'dashboard_arrangement.widgets': json('object[]'),
  'device.settings': jsonOrDefault('SettingValues'),
  'device.settings_changed_at': jsonOrDefault('Record<string, string>'),
  'device_announcement.versions': json('DeviceVersions'),
  'device_settings_report.changed_at': json('Record<string, string>'),
  'device_settings_report.refused': json('{ key: string; reason: string }[]'),
  'device_settings_report.values': json('SettingValues'),
  'device_zone.device_id': 'string',
  'device_lockdown.device_id': 'string',
  'device_lockdown.door_id': 'string',
  'device_lockdown.lockdown_id': 'string',
  'device_lockdown.exempt_group_ids': 'string[]',
  'device_lockdown.begun_at': 'Instant',
  'door_contact.contact': "'open' | 'closed' | 'unknown'",
  'door_contact.door_id': 'string',
  'ending.kind': 'EndingKind',
  'face_template.checks': json('object[]'),
  'face_template.face': json('object'),
  'import_row.problems': jsonOrDefault('object[]'),
  'import_run.ignored_columns': jsonOrDefault('string[]'),
  'operation_log.changes': jsonOrNull('Record<string, { from: unknown; to: unknown }>'),
  'operation_log.facts': jsonOrNull('Record<string, unknown>'),
  'operation_log_link.hash': readOnly('Buffer'),
  'operation_log_link.line_at': readOnly('string'),
  'operation_log_link.line_id': readOnly('string'),
  'operation_log_link.number': readOnly('number'),
  'person.name': 'ColumnType<string, PersonName, PersonName>',
  'recognition_record.candidates': jsonOrNull('StoredCandidate[]'),
  'recognition_record.reasons': json('object[]'),
  'record_deletion.filter': json('Record<string, unknown>'),
  'settings_batch.values': fixedJson('SettingValues'),
  'settings_batch_device.before': fixedJson('SettingValues'),
  'settings_batch_device.faults': json('SettingFault[]'),
  'settings_schema.content': fixedJson('SettingsSchema'),
  'settings_schema.defaults': fixedJson('SettingValues'),
  'settings_template.values': fixedJson('SettingValues'),
  'storage_overwritten.kind': 'HistoryKind',
  'timetable.holiday': json('object[]'),
  'timetable.holidays': jsonOrDefault('object[]'),
  'timetable.week': json('object[][]'),
  'upgrade_device.reason': 'UpgradeFailure | null',
  'upgrade_device.state': 'UpgradeState',
  'upgrade_package.kind': 'PackageKind',
  'upgrade_package.roll_out_state': 'RollOutState | null',
  'upgrade_package.strategy': 'UpgradeStrategy',
  'visit_request.language': 'Language',
}
