import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingFault, SettingsSchema, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { HistoryKind } from '@gatehouse/contract/features/storage.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import type {
  PackageKind,
  RollOutState,
  UpgradeFailure,
  UpgradeState,
  UpgradeStrategy,
} from '@gatehouse/engine/upgrade/vocabulary.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EndingKind } from '../lib/ending-list.ts'
import type { PersonName } from '../people/person-columns.ts'

/*
 * The tables as Kysely knows them, in the order of `migrations/`. Instants are ISO strings on the way out
 * (the pool parses no `timestamptz` into `Date`) and anything PostgreSQL reads on the way in.
 */
type StoredCandidate = { id: string; name: string; kind: number; cosine: number | null }
type Instant = ColumnType<string, string, string>
type DefaultInstant = ColumnType<string, string | undefined, string>
type MaybeInstant = ColumnType<string | null, string | null | undefined, string | null>
/** `bigint`, below 2^53 by construction: the pool parses it into a number. */
type Big = ColumnType<number, number | undefined, number>
type MaybeBig = ColumnType<number | null, number | null | undefined, number | null>

/** What a blacklisted person was: the ids that are given back where they still exist, and the names for where they don't. */
export type Remembered = {
  department: { id: string; name: string } | null
  manages: { id: string; name: string }[]
  groups: { id: string; name: string }[]
}

export type Database = {
  installation: {
    is_only: Generated<boolean>
    install_id: Generated<string>
    trial_started_at: MaybeInstant
    internet_since: MaybeInstant
    internet_seen_at: MaybeInstant
    key_check: Buffer | null
    latest_seen_at: MaybeInstant
    created_at: DefaultInstant
  }
  company: {
    is_only: Generated<boolean>
    name: Generated<string>
    time_zone: string
    is_zone_chosen: Generated<boolean>
    face_quality_level: Generated<'low' | 'high'>
    welcome: string | null
    introduction: string | null
    logo_id: string | null
    background_id: string | null
    updated_at: DefaultInstant
  }
  company_zone_before: { until_on: string; time_zone: string }
  clock_config: {
    is_only: Generated<boolean>
    mode: Generated<'automatic' | 'manual'>
    servers: Generated<string[]>
    offset_ms: Big
    measured_at: MaybeInstant
    measured_server: string | null
    measured_offset_ms: ColumnType<number | null, number | null | undefined, number | null>
    measured_delay_ms: number | null
    measured_failure: string | null
  }
  mail_config: {
    is_only: Generated<boolean>
    host: string
    port: number
    security: 'none' | 'starttls' | 'tls'
    account: string | null
    password_sealed: Buffer | null
    sender: string
    sender_name: string | null
    certificate_authority: string | null
  }
  account: {
    id: Generated<string>
    account: string
    name: string
    role: number
    email: string | null
    password_hash: string
    must_change_password: Generated<boolean>
    is_disabled: Generated<boolean>
    last_login_at: MaybeInstant
    openid_subject: Generated<string | null>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  second_factor: {
    account_id: string
    secret_sealed: Buffer
    confirmed_at: MaybeInstant
    last_step: number | null
    created_at: DefaultInstant
  }
  recovery_code: { account_id: string; code_hash: Buffer }
  openid_attempt: {
    state_hash: Buffer
    browser_hash: Buffer
    content_sealed: Buffer
    ticket_hash: Buffer | null
    expires_at: Instant
  }
  session: {
    id: Generated<string>
    token_hash: Buffer
    account_id: string
    address: string | null
    user_agent: string | null
    created_at: DefaultInstant
    last_seen_at: DefaultInstant
    expires_at: Instant
  }
  known_browser: { account_id: string; token_hash: Buffer; network: string; last_seen_at: Instant }
  login_key: { id: string; private_key_sealed: Buffer; address: string; expires_at: Instant }
  login_throttle: {
    subject: string
    failures: number
    blocked_until: MaybeInstant
    last_failure_at: Instant
    /** The block of which the operation log has a line. */
    noted_until: MaybeInstant
  }
  licence: {
    id: Generated<string>
    kind: 'trial' | 'file'
    serial_number: string
    signature: string
    udid: string
    activation_code: string
    edition: 'enterprise' | 'cloud'
    valid_from: Instant
    valid_to: Instant
    device_limit: number | null
    person_limit: number | null
    allows_internet: Generated<boolean>
    begins_at: MaybeInstant
    withdrawn_at: MaybeInstant
    created_at: DefaultInstant
  }
  operation_log: {
    id: Generated<string>
    at: DefaultInstant
    actor_kind: 'account' | 'device' | 'application' | 'system' | 'nobody'
    actor_id: string | null
    actor_name: string | null
    module: string
    event: string
    item: string | null
    side: 'console' | 'phone' | 'open-api' | 'device' | 'system'
    result: 'success' | 'failure'
    error_code: string | null
    remark: string | null
    address: string | null
    request_id: string | null
    changes: JSONColumnType<Record<string, { from: unknown; to: unknown }>, string | null, string | null> | null
    facts: JSONColumnType<Record<string, unknown>, string | null, string | null> | null
  }
  /** Only the database writes it, at each commit. */
  operation_log_link: {
    number: ColumnType<number, never, never>
    line_at: ColumnType<string, never, never>
    line_id: ColumnType<string, never, never>
    hash: ColumnType<Buffer, never, never>
  }
  department: {
    id: Generated<string>
    number: ColumnType<number, never, never>
    parent_id: string | null
    name: string
    manager_id: string | null
    created_at: DefaultInstant
  }
  image: {
    id: Generated<string>
    kind: string
    blob_hash: Buffer
    content_type: string
    width: number
    height: number
    byte_size: number
    created_at: DefaultInstant
  }
  blob_garbage: { blob_hash: Buffer; created_at: DefaultInstant }
  person: {
    id: Generated<string>
    kind: number
    /** Written through `nameColumns` only. */
    name: ColumnType<string, PersonName, PersonName>
    name_search: string | null
    department_id: string | null
    job_id: string | null
    phone_sealed: Buffer | null
    phone_hash: Buffer | null
    phone_masked: string | null
    email_sealed: Buffer | null
    email_masked: string | null
    area_code: string | null
    extension: string | null
    ic_card: string | null
    pin_digits: number | null
    pin_sealed: Buffer | null
    id_number_sealed: Buffer | null
    id_number_hash: Buffer | null
    id_number_masked: string | null
    position: string | null
    working_place: string | null
    birthday_on: string | null
    entry_on: string | null
    staff_type: number | null
    country_code: string | null
    region_code: string | null
    prompt: string | null
    remark: string | null
    portrait_id: string | null
    display_portrait_id: string | null
    search_text: ColumnType<string, never, never>
    valid_from: MaybeInstant
    valid_to: MaybeInstant
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  person_count: { kind: number; department_id: string | null; people: number }
  person_group: {
    id: Generated<string>
    kind: number
    name: string
    is_default: Generated<boolean>
    created_at: DefaultInstant
  }
  group_member: { group_id: string; person_id: string }
  group_member_count: { group_id: string; people: number }
  blacklisting: {
    person_id: string
    original_kind: number | null
    reason: string | null
    remembered: JSONColumnType<Remembered, string, string>
    added_by: string
    added_at: Instant
  }
  person_key: {
    person_id: string
    card: string | null
    card_key_sealed: Buffer | null
    pin_sealed: Buffer | null
    pin_key_sealed: Buffer | null
  }
  person_key_due: {
    person_id: string
    noted_at: DefaultInstant
    claimed_until: MaybeInstant
  }
  face_template: {
    image_id: string
    model_id: string
    embedding_sealed: Buffer
    checks: JSONColumnType<object[]>
    face: JSONColumnType<object>
    created_at: DefaultInstant
  }
  device: {
    id: Generated<string>
    ldid: string
    secret_hash: Buffer
    name: string
    location: string | null
    description: string | null
    type: string
    direction: Generated<number>
    time_zone: string | null
    ip: string | null
    serial_number: string
    model: string | null
    manufacturer: string | null
    hardware_version: string | null
    firmware_version: string | null
    app_version: string | null
    face_model_id: string | null
    person_capacity: Generated<number>
    is_online: Generated<boolean>
    online_changed_at: MaybeInstant
    last_seen_at: MaybeInstant
    hash_form: string | null
    knows_slow_hashes: Generated<boolean>
    clock_offset_ms: number | null
    settings: JSONColumnType<SettingValues, string | undefined, string>
    settings_revision: Big
    access_revision: Big
    people_cursor: string | null
    people_applied_revision: Big
    package_name: string | null
    app_version_code: number | null
    clock_measured_at: MaybeInstant
    settings_schema_id: string | null
    settings_schema_tag: string | null
    settings_changed_at: JSONColumnType<Record<string, string>, string | undefined, string>
    pairing_code_id: string | null
    run_id: string | null
    run_id_before: string | null
    clone_seen_at: MaybeInstant
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  settings_schema: {
    id: string
    content: JSONColumnType<SettingsSchema, string, never>
    defaults: JSONColumnType<SettingValues, string, never>
    created_at: DefaultInstant
    told_by: string | null
    told_at: DefaultInstant
  }
  device_settings_report: {
    device_id: string
    revision: number
    values: JSONColumnType<SettingValues, string, string>
    refused: JSONColumnType<{ key: string; reason: string }[], string, string>
    changed_at: JSONColumnType<Record<string, string>, string, string>
    door_mode: 'normal' | 'held-open' | 'held-closed'
    reported_at: Instant
  }
  settings_batch: {
    id: Generated<string>
    values: JSONColumnType<SettingValues, string, never>
    created_by: string
    created_at: DefaultInstant
    applied_at: MaybeInstant
  }
  settings_batch_device: {
    batch_id: string
    device_id: string
    device_name: string
    planned_revision: number
    before: JSONColumnType<SettingValues, string, never>
    faults: JSONColumnType<SettingFault[], string, string>
    outcome: 'planned' | 'refused' | 'unchanged' | 'changed-meanwhile' | 'gone' | 'sent'
    sent_revision: number | null
  }
  settings_template: {
    id: Generated<string>
    name: string
    model: string | null
    values: JSONColumnType<SettingValues, string, never>
    created_by: string
    created_at: DefaultInstant
  }
  device_announcement: {
    id: Generated<string>
    secret_hash: Buffer
    serial_number: string
    type: string
    versions: JSONColumnType<DeviceVersions, string, string>
    check_code: string
    address: string
    state: Generated<'waiting' | 'accepted' | 'rejected'>
    device_id: string | null
    created_at: DefaultInstant
    last_seen_at: DefaultInstant
  }
  device_person_change: { device_id: string; person_id: string; revision: number }
  device_record_progress: {
    device_id: string
    stored_sequence: Big
    stored_count: Big
    restore_id: string | null
    restored_sequence: Big | null
  }
  ending: { id: Generated<string>; kind: EndingKind; subject: string; at: Instant }
  device_erasure: { device_id: string; person_id: string; erased_at: Instant }
  pairing_code: {
    id: Generated<string>
    code_hash: Buffer
    name: string
    location: string | null
    direction: number
    checks_liveness: Generated<boolean>
    created_by: string | null
    expires_at: Instant
  }
  device_group: { device_id: string; group_id: string }
  sync_clock: {
    is_only: Generated<boolean>
    revision: Big
    lost_after: ColumnType<number | null, number | null | undefined, number | null>
    lost_up_to: ColumnType<number | null, number | null | undefined, number | null>
  }
  person_change: { group_id: string; person_id: string; revision: number }
  device_group_change: { device_id: string; group_id: string; revision: number }
  ended_group_member: { group_id: string; person_id: string }
  device_person_failure: { device_id: string; person_id: string; reason: string; reported_at: DefaultInstant }
  device_command: {
    id: Generated<string>
    device_id: string
    kind: string
    reason: string | null
    state: Generated<'waiting' | 'done' | 'failed'>
    result: string | null
    created_by: string
    created_at: DefaultInstant
    expires_at: Instant
    finished_at: MaybeInstant
    alarm_id: string | null
    device_alarm_id: string | null
  }
  timetable: {
    id: Generated<string>
    name: string
    valid_from_on: string | null
    valid_to_on: string | null
    week: JSONColumnType<object[][], string, string>
    holiday: JSONColumnType<object[], string, string>
    holidays: JSONColumnType<object[], string | undefined, string>
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  pass_policy: {
    id: Generated<string>
    device_id: string
    group_id: string
    timetable_id: string
    created_at: DefaultInstant
  }
  visitor: {
    person_id: string
    company: string | null
    purpose: string | null
    host_id: string | null
    guest_rating: number | null
    is_on_devices: Generated<boolean>
  }
  visitor_pass: {
    id: Generated<string>
    person_id: string
    code_hash: Buffer
    code_sealed: Buffer
    valid_from: Instant
    valid_to: Instant
    max_uses: number | null
    used_count: Generated<number>
    revoked_at: MaybeInstant
    created_by: string
    created_at: DefaultInstant
  }
  visitor_pass_use: { record_id: string; pass_id: string; device_id: string; used_at: Instant }
  visit_request: {
    id: Generated<string>
    kind: 'invitation' | 'walk-in'
    state: 'invited' | 'pending' | 'approved' | 'refused' | 'withdrawn'
    token_hash: Buffer
    link_ends_at: Instant
    host_token_hash: Buffer | null
    host_id: string | null
    language: Language
    name: string
    company: string | null
    purpose: string | null
    phone_sealed: Buffer | null
    email_sealed: Buffer | null
    portrait_id: string | null
    group_id: string | null
    valid_from: Instant
    valid_to: Instant
    person_id: string | null
    reason: string | null
    created_by: string
    created_at: DefaultInstant
    decided_by: string | null
    decided_at: MaybeInstant
  }
  walk_in_link: {
    is_only: Generated<boolean>
    token_hash: Buffer
    token_sealed: Buffer
    created_by: string
    created_at: DefaultInstant
  }
  recognition_record: {
    id: string
    recognised_at: Instant
    received_at: DefaultInstant
    claimed_at: MaybeInstant
    device_id: string
    device_sequence: number
    device_name: string
    kind: number
    person_id: string | null
    person_name: string | null
    direction: number
    entry_mode: string
    cosine: number | null
    liveness: number | null
    opened: boolean
    abnormal: string
    reasons: JSONColumnType<object[], string, string>
    capture_hash: Buffer | null
    face_box: number[] | null
    candidates: JSONColumnType<StoredCandidate[], string, string> | null
    has_doubtful_time: boolean
    department_id: string | null
    misrecognition: string | null
    misrecognition_by: string | null
    misrecognition_at: MaybeInstant
    linked_person_id: string | null
    linked_by: string | null
    linked_at: MaybeInstant
  }
  record_deletion: {
    id: Generated<string>
    filter: JSONColumnType<Record<string, unknown>, string, string>
    received_before: Instant
    /** It stops at this number. */
    expected: MaybeBig
    deleted: Big
    created_by: string
    created_at: DefaultInstant
    finished_at: MaybeInstant
  }
  record_setting: {
    is_only: Generated<boolean>
    staff_days: number | null
    visitor_days: number | null
    stranger_days: number | null
    spoof_days: number | null
    blacklisted_days: number | null
    keeps_captures: Generated<boolean>
    aged_until: Generated<string | null>
    updated_at: DefaultInstant
  }
  summed_day: {
    day: string
  }
  capture_template: {
    record_id: string
    recognised_at: Instant
    model_id: string
    embedding_sealed: Buffer | null
    change: Generated<number>
    created_at: DefaultInstant
  }
  capture_forgotten: {
    change: Generated<number>
    record_id: string
    created_at: DefaultInstant
  }
  capture_due: {
    id: Generated<string>
    recognised_at: Instant
    record_id: string
    failures: Generated<number>
  }
  attendance_rule: {
    id: Generated<string>
    name: string
    is_default: Generated<boolean>
    closed_through_on: string | null
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  attendance_rule_version: {
    rule_id: string
    version: number
    effective_on: string
    settings: JSONColumnType<object, string, string>
    area_ids: string[]
    created_by: string
    created_at: DefaultInstant
  }
  attendance_participant: {
    id: Generated<string>
    rule_id: string
    kind: 'person' | 'department' | 'group'
    target_id: string
  }
  attendance_area: {
    id: Generated<string>
    name: string
    location: string | null
    latitude: number
    longitude: number
    radius_metres: number
    created_at: DefaultInstant
  }
  attendance_area_device: { device_id: string; area_id: string }
  attendance_assignment: {
    person_id: string
    from_on: string
    to_on: string | null
    rule_id: string
    via: 'person' | 'group' | 'department' | 'default'
  }
  former_person: {
    id: string
    kind: number
    name: string
    job_id: string | null
    department_id: string | null
    entry_on: string | null
    search_text: string
    deleted_at: DefaultInstant
  }
  attendance_punch: {
    id: Generated<string>
    person_id: string
    source: 'phone' | 'correction'
    punched_at: Instant
    latitude: number | null
    longitude: number | null
    accuracy_metres: number | null
    area_id: string | null
    area_name: string | null
    distance_metres: number | null
    is_field: Generated<boolean>
    remark: string | null
    state: 'waiting' | 'approved' | 'refused'
    requested_by: string
    decided_by: string | null
    decided_at: MaybeInstant
    decision_remark: string | null
    created_at: DefaultInstant
  }
  attendance_news: {
    person_id: string
    punched_at: MaybeInstant
    from_on: string | null
    to_on: string | null
    cause: string
  }
  attendance_phone_link: {
    person_id: string
    token_hash: Buffer
    created_by: string
    created_at: DefaultInstant
    expires_at: Instant
    last_used_at: MaybeInstant
  }
  attendance_lock: { month_on: string; locked_by: string; created_at: DefaultInstant }
  attendance_report: {
    is_only: Generated<boolean>
    recipients: string[]
    day_of_month: number
    language: string
    sent_month_on: string | null
  }
  alarm: {
    id: string
    raised_at: Instant
    last_at: Instant
    received_at: Instant
    claimed_at: MaybeInstant
    times: Generated<number>
    device_id: string
    device_name: string
    device_location: string | null
    code: number
    status: 'raised' | 'acknowledged' | 'release-failed' | 'released'
    description: string | null
    person_id: string | null
    person_name: string | null
    record_id: string | null
    image_hash: Buffer | null
    device_alarm_id: string | null
    can_release: boolean
    handler_id: string | null
    handler_name: string | null
    acknowledged_at: MaybeInstant
    released_at: MaybeInstant
    is_closed_by_hand: Generated<boolean>
    release_command_id: string | null
    has_doubtful_time: boolean
    trace: JSONColumnType<object[], string, string>
  }
  alarm_group: { device_id: string; code: number; subject: string; alarm_id: string; alarm_raised_at: Instant }
  device_alarm_progress: { device_id: string; stored_sequence: Big; restored_sequence: Big | null }
  alarm_message: { number: Generated<number>; device_id: string; alarm_id: string; state: string; said_at: Instant }
  alarm_due: { device_id: string; recognised_at: Instant; record_id: string }
  alarm_notice: { alarm_raised_at: Instant; alarm_id: string }
  alarm_seen: { account_id: string; seen_at: Instant }
  alarm_setting: {
    is_only: Generated<boolean>
    group_minutes: Generated<number>
    blacklisted_enabled: Generated<boolean>
    outside_time_enabled: Generated<boolean>
    strangers_enabled: Generated<boolean>
    stranger_count: Generated<number>
    stranger_minutes: Generated<number>
    offline_enabled: Generated<boolean>
    offline_minutes: Generated<number>
    keep_days: number | null
  }
  alarm_rule: {
    id: Generated<string>
    name: string
    is_enabled: boolean
    codes: number[]
    device_ids: string[]
    from_minute: number
    to_minute: number
    recipients: string[]
    language: string
    created_at: DefaultInstant
  }
  import_run: {
    id: Generated<string>
    kind: 'staff' | 'portraits'
    state: 'uploading' | 'running' | 'done' | 'cancelled'
    name: string
    makes_departments: Generated<boolean>
    adds_anyway: Generated<boolean>
    source_hash: Buffer | null
    ignored_columns: JSONColumnType<string[], string | undefined, string>
    total: Generated<number>
    created_count: Generated<number>
    updated_count: Generated<number>
    unchanged_count: Generated<number>
    failed_count: Generated<number>
    per_second: number | null
    lease_until: MaybeInstant
    created_by: string | null
    creator: string
    created_at: DefaultInstant
    finished_at: MaybeInstant
  }
  import_row: {
    run_id: string
    number: number
    label_sealed: Buffer
    label_hash: Buffer | null
    source_hash: Buffer | null
    outcome: 'created' | 'updated' | 'unchanged' | 'failed' | null
    problems: JSONColumnType<object[], string | undefined, string>
    person_id: string | null
    portrait_id: string | null
    picture_hash: Buffer | null
    alike_person_id: string | null
    alike_score: number | null
  }
  import_part: { run_id: string; number: number; blob_hash: Buffer; byte_size: number }
  registration_code: {
    is_only: Generated<boolean>
    token_sealed: Buffer
    token_hash: Buffer
    is_enabled: Generated<boolean>
    renewed_at: DefaultInstant
  }
  registration: {
    id: Generated<string>
    state: Generated<'pending' | 'approved' | 'rejected'>
    name: string
    phone_sealed: Buffer | null
    phone_hash: Buffer | null
    phone_masked: string | null
    department_id: string | null
    portrait_id: string | null
    lookup_hash: Buffer
    reason: string | null
    person_id: string | null
    outcome: 'created' | 'updated' | null
    decided_by: string | null
    decided_at: MaybeInstant
    created_at: DefaultInstant
  }
  upgrade_package: {
    id: Generated<string>
    kind: PackageKind
    title: string
    description_zh: string
    description_en: string
    manufacturer: string | null
    model: string | null
    hardware_versions: string
    from_versions: string
    package_name: string | null
    version: string
    version_code: number | null
    form: 'full' | 'split'
    base_version: string | null
    strategy: UpgradeStrategy
    timed_at: string | null
    is_forced: boolean
    file_name: string
    size: number
    md5: string | null
    sha256: string | null
    signed_sha256: string
    key_id: string
    signature: string
    is_uploaded: Generated<boolean>
    is_published: Generated<boolean>
    allows_downgrade: Generated<boolean>
    revision: Generated<number>
    uploaded_by: string
    uploaded_at: DefaultInstant
    roll_out_state: RollOutState | null
    stage: Generated<'first' | 'all'>
    advance: Generated<'manual' | 'timed'>
    wait_minutes: Generated<number>
    most_failed_percent: Generated<number>
    retries: Generated<number>
    forgiven_failures: Generated<number>
    spread_seconds: Generated<number>
    started_at: MaybeInstant
    published_by: string | null
    continued_by: string | null
  }
  upgrade_piece: { package_id: string; number: number; size: number; blob_hash: Buffer }
  upgrade_device: {
    package_id: string
    device_id: string
    is_begun: boolean
    is_first: boolean
    state: UpgradeState
    percent: Generated<number>
    reason: UpgradeFailure | null
    attempt: Generated<number>
    retry_at: MaybeInstant
    updated_at: Instant
  }
  storage_setting: {
    is_only: Generated<boolean>
    own_warn_gb: number | null
    own_overwrite_gb: number | null
    notice_s: number | null
    nothing_left_at: MaybeInstant
    updated_at: DefaultInstant
  }
  storage_sample: { at: Instant; free_bytes: Big; total_bytes: Big }
  storage_overwritten: { kind: HistoryKind; until_at: Instant; items: Big; last_at: Instant }
  open_application: {
    id: Generated<string>
    name: string
    type: string
    description: string | null
    email: string
    language: string
    pending_domain: string[] | null
    applied_at: Instant
    reviewed_at: MaybeInstant
    refusal: string | null
    created_by: string
    created_at: DefaultInstant
  }
  open_domain: { application_id: string; entry: string; position: number; valid_to: MaybeInstant }
  open_key: {
    id: Generated<string>
    application_id: string
    name: string
    app_key: string
    scopes: string[]
    secret_sealed: Buffer
    previous_secret_sealed: Buffer | null
    previous_valid_to: MaybeInstant
    created_by: string
    created_at: DefaultInstant
    rotated_at: MaybeInstant
    last_used_at: MaybeInstant
  }
  open_nonce: { key_id: string; nonce: string; expires_at: Instant }
  webhook: {
    id: Generated<string>
    application_id: string
    url: string
    sends_records: boolean
    sends_alarms: boolean
    is_enabled: Generated<boolean>
    secret_sealed: Buffer
    previous_secret_sealed: Buffer | null
    previous_valid_to: MaybeInstant
    failures: Generated<number>
    failing_since: MaybeInstant
    retry_at: MaybeInstant
    last_success_at: MaybeInstant
    last_problem: string | null
    leased_by: string | null
    leased_until: MaybeInstant
    created_at: DefaultInstant
  }
  webhook_delivery: {
    number: ColumnType<number, never, never>
    id: Generated<string>
    webhook_id: string
    device_id: string
    kind: 'record' | 'alarm' | 'test'
    subject_at: Instant
    subject_id: string
    state: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    retry_at: MaybeInstant
    status: number | null
    problem: string | null
    duration_ms: number | null
    created_at: DefaultInstant
    finished_at: MaybeInstant
  }
}
