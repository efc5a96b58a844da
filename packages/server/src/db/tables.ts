import type { ConversationContent } from '@gatehouse/contract/device/conversation.ts'
import type { DeviceVersions } from '@gatehouse/contract/device/link.ts'
import type { SettingFault, SettingsSchema, SettingValues } from '@gatehouse/contract/device/settings-schema.ts'
import type { Language } from '@gatehouse/contract/envelope.ts'
import type { HistoryKind } from '@gatehouse/contract/features/storage.ts'
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
import type { DefaultInstant, GivenConsent, Instant, Remembered, StoredCandidate } from './column-types.ts'

/*
 * The tables and views as Kysely knows them. Generated from the migrations: after a change of theirs run `npm run table-types`.
 * Types that PostgreSQL cannot know stand in scripts/column-types.ts.
 */
export type Database = {
  account: {
    id: Generated<string>
    account: string
    name: string
    role: number
    email: string | null
    password_hash: string
    must_change_password: Generated<boolean>
    is_disabled: Generated<boolean>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    last_login_at: Instant | null
    openid_subject: string | null
  }
  alarm: {
    id: string
    raised_at: Instant
    last_at: Instant
    received_at: Instant
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
    acknowledged_at: Instant | null
    released_at: Instant | null
    is_closed_by_hand: Generated<boolean>
    release_command_id: string | null
    has_doubtful_time: boolean
    trace: JSONColumnType<object[], string, string>
    claimed_at: Instant | null
    port: number | null
  }
  alarm_due: {
    device_id: string
    recognised_at: Instant
    record_id: string
  }
  alarm_group: {
    device_id: string
    code: number
    subject: Generated<string>
    alarm_id: string
    alarm_raised_at: Instant
  }
  alarm_message: {
    number: ColumnType<number, never, never>
    device_id: string
    alarm_id: string
    state: string
    said_at: Instant
  }
  alarm_notice: {
    alarm_raised_at: Instant
    alarm_id: string
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
  alarm_seen: {
    account_id: string
    seen_at: Instant
  }
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
  anti_passback_reset: {
    id: Generated<string>
    person_id: string | null
    area_id: string | null
    reset_at: Instant
  }
  area: {
    id: Generated<string>
    site_id: string
    parent_id: string | null
    name: string
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  area_exempt_group: {
    area_id: string
    rule: 'anti-passback' | 'occupancy-limit'
    group_id: string
  }
  area_rule: {
    area_id: string
    passback_mode: 'soft' | 'hard' | 'timed' | null
    passback_minutes: number | null
    passback_when_unknown: 'opens' | 'refuses' | null
    passback_reset_minutes: Generated<number[]>
    occupancy_max: number | null
    occupancy_mode: 'alarm' | 'refuse' | null
    occupancy_when_unknown: 'opens' | 'refuses' | null
    passback_reset_timetable_id: string | null
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
  attendance_area_device: {
    device_id: string
    area_id: string
  }
  attendance_assignment: {
    person_id: string
    from_on: string
    to_on: string | null
    rule_id: string
    via: 'person' | 'group' | 'department' | 'default'
  }
  attendance_day: {
    person_id: string
    day_on: string
    rule_id: string
    rule_version: number
    day_kind: string
    verdict: number
    facts: number
    first_at: Instant | null
    last_at: Instant | null
    punch_count: number
    worked_minutes: number
    late_minutes: number
    early_leave_minutes: number
    overtime_minutes: number
    has_field_punch: boolean
    has_doubtful_time: boolean
    is_provisional: boolean
    reasons: JSONColumnType<object[], string, string>
    digest: number
    computed_at: Instant
  }
  attendance_day_change: {
    id: Generated<string>
    person_id: string
    day_on: string
    cause: string
    before: JSONColumnType<object, string, string>
    after: JSONColumnType<object, string, string>
    changed_at: Instant
  }
  attendance_lock: {
    month_on: string
    locked_by: string
    created_at: DefaultInstant
  }
  attendance_membership: {
    person_id: string | null
    from_on: string | null
    to_on: string | null
    rule_id: string | null
    via: string | null
  }
  attendance_news: {
    person_id: string
    punched_at: Instant | null
    from_on: string | null
    to_on: string | null
    cause: string
  }
  attendance_participant: {
    id: Generated<string>
    rule_id: string
    kind: 'person' | 'department' | 'group'
    target_id: string
  }
  attendance_person: {
    id: string | null
    name: string | null
    job_id: string | null
    department_id: string | null
    entry_on: string | null
    search_text: string | null
    leaving_on: string | null
  }
  attendance_phone_link: {
    person_id: string
    token_hash: Buffer
    created_by: string
    created_at: DefaultInstant
    expires_at: Instant
    last_used_at: Instant | null
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
    decided_at: Instant | null
    decision_remark: string | null
    created_at: DefaultInstant
  }
  attendance_report: {
    is_only: Generated<boolean>
    recipients: Generated<string[]>
    day_of_month: Generated<number>
    language: Generated<string>
    sent_month_on: string | null
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
    area_ids: Generated<string[]>
    created_by: string
    created_at: DefaultInstant
  }
  blacklisting: {
    person_id: string
    original_kind: number | null
    reason: string | null
    remembered: JSONColumnType<Remembered, string, string>
    added_by: string
    added_at: Instant
  }
  blob_garbage: {
    blob_hash: Buffer
    created_at: DefaultInstant
  }
  capture_due: {
    id: ColumnType<number, never, never>
    recognised_at: Instant
    record_id: string
    failures: Generated<number>
  }
  capture_forgotten: {
    change: Generated<number>
    record_id: string
    created_at: DefaultInstant
  }
  capture_template: {
    record_id: string
    recognised_at: Instant
    model_id: string
    embedding_sealed: Buffer | null
    created_at: DefaultInstant
    change: Generated<number>
  }
  clock_config: {
    is_only: Generated<boolean>
    mode: Generated<'automatic' | 'manual'>
    servers: Generated<string[]>
    offset_ms: Generated<number>
    measured_at: Instant | null
    measured_server: string | null
    measured_offset_ms: number | null
    measured_delay_ms: number | null
    measured_failure: string | null
  }
  company: {
    is_only: Generated<boolean>
    name: Generated<string>
    time_zone: string
    face_quality_level: Generated<'low' | 'high'>
    updated_at: DefaultInstant
    welcome: string | null
    introduction: string | null
    logo_id: string | null
    background_id: string | null
    is_zone_chosen: Generated<boolean>
  }
  company_zone_before: {
    until_on: string
    time_zone: string
  }
  consent: {
    id: Generated<string>
    person_id: string
    text_version: string
    language: Language
    given_at: Instant
    noted_by: string | null
  }
  consent_text: {
    version: string
    language: Language
    content: string
  }
  dashboard_arrangement: {
    account_id: string
    widgets: JSONColumnType<object[], string, string>
    changed_at: Instant
  }
  department: {
    id: Generated<string>
    number: ColumnType<number, never, never>
    parent_id: string | null
    name: string
    manager_id: string | null
    created_at: DefaultInstant
  }
  department_record_count: {
    bucket: Instant
    department_id: string
    opened: boolean
    records: number
  }
  department_sum: {
    day: string
    department_id: string
    opened: boolean
    records: number
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
    online_changed_at: Instant | null
    clock_offset_ms: number | null
    settings: JSONColumnType<SettingValues, string | undefined, string>
    settings_revision: Generated<number>
    access_revision: Generated<number>
    people_cursor: string | null
    people_applied_revision: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    package_name: string | null
    app_version_code: number | null
    clock_measured_at: Instant | null
    settings_schema_id: string | null
    settings_schema_tag: string | null
    settings_changed_at: JSONColumnType<Record<string, string>, string | undefined, string>
    pairing_code_id: string | null
    run_id: string | null
    run_id_before: string | null
    clone_seen_at: Instant | null
    last_seen_at: Instant | null
    hash_form: string | null
    knows_slow_hashes: Generated<boolean>
    abilities: Generated<string[]>
    make: Generated<string>
    door_count: Generated<number>
    source_network: string | null
    previous_ip: string | null
    ip_changed_at: Instant | null
    threshold_model_id: string | null
    ignores_hours: ColumnType<boolean, never, never>
  }
  device_alarm_progress: {
    device_id: string
    stored_sequence: Generated<number>
    restored_sequence: number | null
  }
  device_announcement: {
    id: Generated<string>
    secret_hash: Buffer | null
    serial_number: string
    type: string
    versions: JSONColumnType<DeviceVersions, string, string>
    check_code: string | null
    address: string
    state: Generated<'waiting' | 'accepted' | 'rejected'>
    device_id: string | null
    created_at: DefaultInstant
    last_seen_at: DefaultInstant
    make: Generated<string>
  }
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
    finished_at: Instant | null
    alarm_id: string | null
    device_alarm_id: string | null
    port: number | null
    lockdown_id: string | null
  }
  device_erasure: {
    device_id: string
    person_id: string
    erased_at: Instant
  }
  device_exchange: {
    id: Generated<string>
    device_id: string
    began_at: Instant
    took_ms: number
    content: JSONColumnType<ConversationContent, string, never>
  }
  device_face_policy: {
    device_id: string
    people: number
    factor: number | null
    computed_at: Instant
  }
  device_group: {
    device_id: string
    group_id: string
    ports: number[] | null
  }
  device_group_change: {
    device_id: string
    group_id: string
    revision: number
  }
  device_lease: {
    device_id: string
    holder: string
    epoch: number
    expires_at: Instant
  }
  device_left_person: {
    device_id: string
    number: number
    since: Instant
  }
  device_line: {
    id: Generated<string>
    device_id: string
    received_at: Instant
    place: string
    line_sealed: Buffer
    meaning: string | null
  }
  device_lockdown: {
    device_id: string
    door_id: string | null
    lockdown_id: string
    kind: string | null
    exempt_group_ids: string[]
    begun_at: Instant
  }
  device_make: {
    make: string
    is_on: boolean
  }
  device_people_applied: {
    device_id: string
    applied_before: Instant
    revision: number
  }
  device_person_change: {
    device_id: string
    person_id: string
    revision: number
  }
  device_person_failure: {
    device_id: string
    person_id: string
    reason: string
    reported_at: DefaultInstant
  }
  device_person_kept_off: {
    device_id: string
    person_id: string
    number: number
    reason: string
    is_off: boolean
    until_at: Instant | null
    generation: number
  }
  device_person_number: {
    number: number
    person_id: string | null
    given_at: Instant
  }
  device_recogniser: {
    device_id: string
    model_id: string | null
    state: 'offered' | 'following' | 'refused'
    reason: 'too-large' | 'fetch-failed' | 'hash-wrong' | 'cannot-run' | null
    changed_at: Instant
  }
  device_record_progress: {
    device_id: string
    stored_sequence: Generated<number>
    stored_count: Generated<number>
    restore_id: string | null
    restored_sequence: number | null
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
  device_sum: {
    day: string
    device_id: string
    kind: number
    opened: boolean
    records: number
  }
  device_zone: {
    device_id: string
    time_zone: string | null
  }
  door: {
    id: Generated<string>
    site_id: string
    name: string
    kind: Generated<'door' | 'turnstile' | 'elevator'>
    from_area_id: string | null
    to_area_id: string | null
    has_contact: Generated<boolean>
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    needs_reason: Generated<boolean>
  }
  door_contact: {
    door_id: string
    contact: 'open' | 'closed' | 'unknown'
    since: Instant | null
    held_open_since: Instant | null
    fire_since: Instant | null
    reported_at: Instant | null
  }
  door_event: {
    door_id: string
    device_id: string
    id: string
    sequence: number
    at: Instant
    claimed_at: Instant | null
    received_at: Instant
    kind: string
    record_id: string | null
    input: string | null
    contact: string | null
  }
  door_reader: {
    id: Generated<string>
    door_id: string
    device_id: string
    port: Generated<number>
    direction: 'entry' | 'exit' | 'both' | null
    since: Instant | null
  }
  door_rule: {
    door_id: string
    free_timetable_id: string | null
    free_after_first: Generated<boolean>
    escort_seconds: number | null
    several_count: number | null
    several_seconds: number | null
    has_first_person: Generated<boolean>
    first_timetable_id: string | null
  }
  door_rule_group: {
    door_id: string
    rule: 'escort' | 'several-people' | 'first-person-in'
    group_id: string
  }
  door_state: {
    device_id: string
    contact: Generated<'open' | 'closed' | 'unknown'>
    contact_since: Instant | null
    held_open_since: Instant | null
    fire_since: Instant | null
    lost_inputs: Generated<string[]>
    stored_sequence: Generated<number>
    last_event_at: Instant | null
    reported_at: Instant | null
    port: Generated<number>
    mode: 'normal' | 'held-open' | null
  }
  elevator_floor: {
    door_id: string
    output: number
    area_id: string
    timetable_id: string | null
  }
  elevator_floor_group: {
    door_id: string
    output: number
    group_id: string
  }
  ended_group_member: {
    group_id: string
    person_id: string
  }
  ending: {
    id: Generated<string>
    kind: EndingKind
    subject: string
    at: Instant
  }
  face_pair: {
    first_id: string
    second_id: string
    cosine: number
    found_at: Instant
    verdict: 'one' | 'two' | null
    main_id: string | null
    decided_by: string | null
    decided_at: Instant | null
    chosen_id: string | null
    kinds: number
    has_blacklisted: ColumnType<boolean, never, never>
  }
  face_pair_due: {
    person_id: string
    noted_at: DefaultInstant
  }
  face_template: {
    image_id: string
    model_id: string
    embedding_sealed: Buffer
    checks: JSONColumnType<object[], string, string>
    face: JSONColumnType<object, string, string>
    created_at: DefaultInstant
    source: 'form' | 'batch' | 'registration' | 'device' | 'learned' | null
    judged_by: string | null
    judged_at: Instant | null
  }
  floor_plan: {
    id: Generated<string>
    site_id: string
    name: string
    level: Generated<number>
    blob_hash: Buffer
    content_type: 'image/png' | 'image/jpeg'
    width: number
    height: number
    is_dark: boolean
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
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
    leaving_on: string | null
  }
  further_template: {
    image_id: string
    model_id: string
    embedding_sealed: Buffer | null
    failure: 'no-face' | 'unreadable' | null
    made_at: Instant
  }
  group_member: {
    group_id: string
    person_id: string
  }
  group_member_count: {
    group_id: string
    people: number
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
  import_part: {
    run_id: string
    number: number
    blob_hash: Buffer
    byte_size: number
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
    lease_until: Instant | null
    created_by: string | null
    creator: string
    created_at: DefaultInstant
    finished_at: Instant | null
    consent: JSONColumnType<GivenConsent, string | null, string | null> | null
  }
  inside_display: {
    id: Generated<string>
    name: string
    token_hash: Buffer
    site_ids: string[]
    shows_areas: boolean
    shows_names: boolean
    created_by: string
    created_at: DefaultInstant
    last_seen_at: Instant | null
  }
  inside_rule: {
    site_id: string
    day_end_minute: number | null
    signs_out_at_day_end: boolean
    signs_out_visitors: boolean
    overdue_minutes: number | null
    tells_hosts: boolean
    recipients: string[]
    language: string
    time_zone: string
    counts_from: Instant
    last_day_end_at: Instant | null
  }
  installation: {
    is_only: Generated<boolean>
    install_id: Generated<string>
    trial_started_at: Instant | null
    created_at: DefaultInstant
    internet_since: Instant | null
    internet_seen_at: Instant | null
    latest_seen_at: Instant | null
    key_check: Buffer | null
  }
  interlock: {
    id: Generated<string>
    name: string
    when_unknown: 'opens' | 'refuses'
    created_at: DefaultInstant
  }
  interlock_door: {
    interlock_id: string
    door_id: string
  }
  joined_entry: {
    person_id: string
    main_id: string
  }
  known_browser: {
    account_id: string
    token_hash: Buffer
    network: string
    last_seen_at: Instant
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
    created_at: DefaultInstant
    allows_internet: Generated<boolean>
    begins_at: Instant | null
    withdrawn_at: Instant | null
  }
  lockdown: {
    id: Generated<string>
    kind: 'lockdown' | 'emergency-open'
    level: string | null
    scope: 'everything' | 'site' | 'area'
    scope_id: string | null
    scope_name: string | null
    exempt_group_ids: Generated<string[]>
    reason: string | null
    begun_by: string
    begun_at: Instant
    release_asked_by: string | null
    release_asked_by_name: string | null
    release_asked_at: Instant | null
    released_by: string | null
    released_at: Instant | null
    release_reason: string | null
    device_id: string | null
    needs_two_people: Generated<boolean>
  }
  lockdown_confirmation: {
    device_id: string
    revision: string
    confirmed_at: Instant
  }
  lockdown_input: {
    device_id: string
    is_on: boolean
    level: string | null
    scope: 'everything' | 'site' | 'area' | null
    scope_id: string | null
    exempt_group_ids: Generated<string[]>
  }
  lockdown_rule: {
    is_only: Generated<boolean>
    needs_two_people: Generated<boolean>
  }
  login_key: {
    id: string
    private_key_sealed: Buffer
    address: string
    expires_at: Instant
  }
  login_throttle: {
    subject: string
    failures: number
    blocked_until: Instant | null
    last_failure_at: Instant
    noted_until: Instant | null
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
  movement: {
    id: Generated<string>
    person_id: string
    moved_at: Instant
    from_area_id: string | null
    to_area_id: string | null
    source: string
    door_id: string | null
    record_id: string | null
    doubts: string[]
    created_at: DefaultInstant
  }
  muster: {
    id: Generated<string>
    site_id: string | null
    site_name: string
    is_drill: boolean
    note: string | null
    started_at: Instant
    started_by: string
    started_how: 'console' | 'api' | 'fire-input'
    ended_at: Instant | null
    ended_by: string | null
    end_note: string | null
    cleared_at: Instant | null
    revision: Generated<number>
  }
  muster_event: {
    muster_id: string
    id: Generated<string>
    kind: 'started' | 'ended' | 'marked' | 'latecomer' | 'link-created' | 'link-revoked' | 'paper-made'
    at: Instant
    received_at: Instant
    by: string
    how: 'reader' | 'steward' | 'console' | 'api' | 'paper' | null
    state: 'missing' | 'safe' | 'not-on-site' | null
    muster_person_id: string | null
    link_id: string | null
    is_late: Generated<boolean>
  }
  muster_person: {
    id: Generated<string>
    muster_id: string
    person_id: string | null
    area_id: string | null
    area_name: string | null
    door_id: string | null
    door_name: string | null
    since: Instant
    doubts: Generated<string[]>
    point_id: string | null
    point_name: string | null
    is_latecomer: boolean
    state: Generated<'missing' | 'safe' | 'not-on-site'>
    marked_at: Instant | null
    marked_how: 'reader' | 'steward' | 'console' | 'api' | 'paper' | null
    marked_by: string | null
    marked_point_id: string | null
    marked_point_name: string | null
    revision: number
  }
  muster_point: {
    id: Generated<string>
    site_id: string
    name: string
    created_at: DefaultInstant
  }
  muster_point_area: {
    area_id: string
    point_id: string
  }
  muster_point_device: {
    device_id: string
    point_id: string
  }
  muster_setting: {
    site_id: string
    starts_by_fire: Generated<boolean>
    adds_latecomers: Generated<boolean>
    paper_minutes: number | null
    paper_mails: Generated<string[]>
    language: Generated<'zh' | 'zh-tw' | 'en'>
    paper_next_at: Instant | null
  }
  open_application: {
    id: Generated<string>
    name: string
    type: string
    description: string | null
    email: string
    language: string
    pending_domain: string[] | null
    applied_at: Instant
    reviewed_at: Instant | null
    refusal: string | null
    created_by: string
    created_at: DefaultInstant
  }
  open_domain: {
    application_id: string
    entry: string
    position: number
    valid_to: Instant | null
  }
  open_key: {
    id: Generated<string>
    application_id: string
    name: string
    app_key: string
    scopes: string[]
    secret_sealed: Buffer
    previous_secret_sealed: Buffer | null
    previous_valid_to: Instant | null
    created_by: string
    created_at: DefaultInstant
    rotated_at: Instant | null
    last_used_at: Instant | null
  }
  open_nonce: {
    key_id: string
    nonce: string
    expires_at: Instant
  }
  openid_attempt: {
    state_hash: Buffer
    browser_hash: Buffer
    content_sealed: Buffer
    ticket_hash: Buffer | null
    expires_at: Instant
  }
  opening_setting: {
    is_only: Generated<boolean>
    needs_reason: boolean
    reasons: string[]
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
  operation_log_link: {
    number: ColumnType<number, never, never>
    line_at: ColumnType<string, never, never>
    line_id: ColumnType<string, never, never>
    hash: ColumnType<Buffer, never, never>
  }
  operation_log_person: {
    person_id: string
    line_at: Instant
    line_id: string
  }
  pairing_code: {
    code_hash: Buffer
    name: string
    location: string | null
    direction: number
    created_by: string | null
    expires_at: Instant
    id: Generated<string>
    checks_liveness: Generated<boolean>
    language: 'zh' | 'en' | 'zh-tw'
  }
  paper_list: {
    site_id: string
    made_at: Instant
    people: number
    mailed_to: number
    pdf_sealed: Buffer
  }
  pass_policy: {
    id: Generated<string>
    device_id: string
    group_id: string
    timetable_id: string
    created_at: DefaultInstant
  }
  passage_claim: {
    person_id: string
    door_id: string
    area_id: string | null
    is_opening: boolean
    asked_at: Instant
    expires_at: Instant
  }
  person: {
    id: Generated<string>
    kind: number
    name: ColumnType<string, PersonName, PersonName>
    department_id: string | null
    job_id: string | null
    phone_sealed: Buffer | null
    phone_hash: Buffer | null
    phone_masked: string | null
    email_sealed: Buffer | null
    position: string | null
    remark: string | null
    portrait_id: string | null
    valid_from: Instant | null
    valid_to: Instant | null
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
    display_portrait_id: string | null
    area_code: string | null
    extension: string | null
    ic_card: string | null
    id_number_sealed: Buffer | null
    id_number_hash: Buffer | null
    id_number_masked: string | null
    email_masked: string | null
    working_place: string | null
    birthday_on: string | null
    entry_on: string | null
    staff_type: number | null
    country_code: string | null
    region_code: string | null
    prompt: string | null
    name_search: string | null
    search_text: ColumnType<string | null, never, never>
    pin_sealed: Buffer | null
    pin_digits: number | null
    leaving_on: string | null
    is_off_devices: Generated<boolean>
  }
  person_before: {
    person_id: string
    version: number
    changed_at: Instant
    values_sealed: Buffer
  }
  person_change: {
    group_id: string
    person_id: string
    revision: number
  }
  person_count: {
    kind: number
    department_id: string | null
    people: number
  }
  person_face: {
    person_id: string
    image_id: string
    is_main: boolean
  }
  person_group: {
    id: Generated<string>
    kind: number
    name: string
    is_default: Generated<boolean>
    created_at: DefaultInstant
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
    claimed_until: Instant | null
  }
  person_location: {
    person_id: string
    area_id: string | null
    since: Instant
    inside_since: Instant | null
    source: 'passage' | 'correction' | 'day-end' | 'visit-end'
    record_id: string
    door_id: string | null
    doubts: Generated<string[]>
    overdue_told_for: Instant | null
  }
  person_pin_copy: {
    person_id: string
    of_pin_sealed: Buffer
    digits_sealed: Buffer
  }
  person_portrait: {
    image_id: string
    person_id: string
    record_id: string | null
    added_by: string
    added_at: Instant
  }
  person_twin: {
    person_id: string
    twin_id: string
  }
  pin_giving: {
    is_only: Generated<boolean>
    is_on: boolean
  }
  plan_place: {
    id: Generated<string>
    plan_id: string
    door_id: string | null
    area_id: string | null
    x: number
    y: number
    corners: number[] | null
    muster_point_id: string | null
  }
  portrait_fault: {
    image_id: string
    reason: string
    uploaded_at: Instant
    is_first: boolean
  }
  portrait_request: {
    person_id: string
    token_hash: Buffer
    asked_by: string
    asked_at: Instant
    expires_at: Instant
    answered_at: Instant | null
    uploads: Generated<number>
  }
  portrait_template: {
    image_id: string
    model_id: string
    embedding_sealed: Buffer
  }
  privacy_setting: {
    is_only: Generated<boolean>
    asks_consent: boolean
    contact: string | null
    addition: JSONColumnType<Record<Language, string | null>, string, string>
  }
  push_browser: {
    id: Generated<string>
    account_id: string
    endpoint_hash: Buffer
    endpoint_sealed: Buffer
    keys_sealed: Buffer
    language: string
    user_agent: string | null
    service: string
    created_at: Instant
    last_sent_at: Instant | null
  }
  push_config: {
    is_only: Generated<boolean>
    is_enabled: boolean
    names_doors: boolean
    contact: string
    public_key: string
    private_key_sealed: Buffer
  }
  quarter_sum: {
    day: string
    bucket: Instant
    kind: number
    opened: boolean
    records: number
  }
  recogniser: {
    model_id: string
    spec: JSONColumnType<object, string, string>
    byte_size: number
    added_at: Instant
  }
  recogniser_state: {
    is_only: Generated<boolean>
    in_use: string | null
    wanted: string | null
    former: string | null
    is_changing: Generated<boolean>
    is_forced: Generated<boolean>
    begun_at: Instant | null
    changed_at: Instant | null
    problem: 'file-missing' | 'engine-failed' | null
    problem_at: Instant | null
  }
  recognition_record: {
    id: string
    recognised_at: Instant
    received_at: DefaultInstant
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
    has_doubtful_time: boolean
    department_id: string | null
    misrecognition: string | null
    misrecognition_by: string | null
    misrecognition_at: Instant | null
    linked_person_id: string | null
    linked_by: string | null
    linked_at: Instant | null
    face_box: number[] | null
    claimed_at: Instant | null
    candidates: JSONColumnType<StoredCandidate[], string | null, string | null> | null
    port: number | null
  }
  record_count: {
    bucket: Instant
    device_id: string
    kind: number
    opened: boolean
    records: number
  }
  record_deletion: {
    id: Generated<string>
    filter: JSONColumnType<Record<string, unknown>, string, string>
    received_before: Instant
    deleted: Generated<number>
    created_by: string
    created_at: DefaultInstant
    finished_at: Instant | null
    expected: number | null
  }
  record_setting: {
    is_only: Generated<boolean>
    staff_days: Generated<number | null>
    visitor_days: Generated<number | null>
    stranger_days: Generated<number | null>
    spoof_days: Generated<number | null>
    blacklisted_days: Generated<number | null>
    keeps_captures: Generated<boolean>
    updated_at: DefaultInstant
    aged_until: Instant | null
  }
  recovery_code: {
    account_id: string
    code_hash: Buffer
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
    decided_at: Instant | null
    created_at: DefaultInstant
    consent: JSONColumnType<GivenConsent, string | null, string | null> | null
    was_asked: Generated<boolean>
    refused_for: Generated<string[]>
    refused_by: string | null
  }
  registration_code: {
    is_only: Generated<boolean>
    token_sealed: Buffer
    token_hash: Buffer
    is_enabled: Generated<boolean>
    renewed_at: DefaultInstant
  }
  saved_view: {
    id: Generated<string>
    account_id: string
    page: string
    name: string
    query: string
    is_shared: Generated<boolean>
    created_at: DefaultInstant
  }
  second_factor: {
    account_id: string
    secret_sealed: Buffer
    confirmed_at: Instant | null
    last_step: number | null
    created_at: DefaultInstant
  }
  sent_portrait: {
    image_id: string
    registration_id: string | null
    visit_id: string | null
    place: number
  }
  session: {
    token_hash: Buffer
    account_id: string
    address: string | null
    user_agent: string | null
    created_at: DefaultInstant
    last_seen_at: DefaultInstant
    expires_at: Instant
    id: Generated<string>
  }
  settings_batch: {
    id: Generated<string>
    values: JSONColumnType<SettingValues, string, never>
    created_by: string
    created_at: DefaultInstant
    applied_at: Instant | null
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
    own_values: JSONColumnType<SettingValues, string, never>
  }
  settings_schema: {
    id: string
    content: JSONColumnType<SettingsSchema, string, never>
    defaults: JSONColumnType<SettingValues, string, never>
    created_at: DefaultInstant
    told_by: string | null
    told_at: DefaultInstant
  }
  settings_template: {
    id: Generated<string>
    name: string
    model: string | null
    values: JSONColumnType<SettingValues, string, string>
    created_by: string
    created_at: DefaultInstant
    threshold_model_id: string | null
  }
  site: {
    id: Generated<string>
    name: string
    address: string | null
    time_zone: string | null
    version: Generated<number>
    created_at: DefaultInstant
    updated_at: DefaultInstant
  }
  steward_link: {
    id: Generated<string>
    muster_id: string
    token_hash: Buffer
    steward: string
    point_id: string | null
    point_name: string | null
    created_by: string
    created_at: Instant
    expires_at: Instant
    revoked_at: Instant | null
    last_seen_at: Instant | null
  }
  storage_overwritten: {
    kind: HistoryKind
    until_at: Instant
    items: number
    last_at: Instant
  }
  storage_sample: {
    at: Instant
    free_bytes: number
    total_bytes: number
  }
  storage_setting: {
    is_only: Generated<boolean>
    warn_gb: Generated<number>
    overwrite_gb: Generated<number>
    nothing_left_at: Instant | null
    updated_at: DefaultInstant
    own_warn_gb: number | null
    own_overwrite_gb: number | null
    notice_s: number | null
  }
  stranger_score: {
    seen_on: string
    hundredth: number
    strangers: number
    people: number
  }
  summed_day: {
    day: string
  }
  suspension: {
    id: Generated<string>
    person_id: string
    from_at: Instant
    to_at: Instant | null
    reason: string | null
    created_by: string
    created_at: DefaultInstant
    ended_by: string | null
    is_end_told: Generated<boolean>
  }
  sync_clock: {
    is_only: Generated<boolean>
    revision: Generated<number>
    lost_after: number | null
    lost_up_to: number | null
  }
  timetable: {
    id: Generated<string>
    name: string
    valid_from_on: string | null
    valid_to_on: string | null
    week: JSONColumnType<object[][], string, string>
    holiday: JSONColumnType<object[], string, string>
    holidays: JSONColumnType<object[], string | undefined, string>
    created_at: DefaultInstant
    version: Generated<number>
    updated_at: DefaultInstant
  }
  upgrade_device: {
    package_id: string
    device_id: string
    is_begun: boolean
    is_first: boolean
    state: UpgradeState
    percent: Generated<number>
    reason: UpgradeFailure | null
    attempt: Generated<number>
    retry_at: Instant | null
    updated_at: Instant
    answer_by: Instant | null
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
    started_at: Instant | null
    published_by: string | null
    continued_by: string | null
    make: Generated<string>
  }
  upgrade_piece: {
    package_id: string
    number: number
    size: number
    blob_hash: Buffer
  }
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
    decided_at: Instant | null
    consent: JSONColumnType<GivenConsent, string | null, string | null> | null
    uploads: Generated<number>
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
    revoked_at: Instant | null
    created_by: string
    created_at: DefaultInstant
  }
  visitor_pass_use: {
    record_id: string
    pass_id: string
    device_id: string
    used_at: Instant
  }
  walk_in_link: {
    is_only: Generated<boolean>
    token_hash: Buffer
    token_sealed: Buffer
    created_by: string
    created_at: DefaultInstant
  }
  webhook: {
    id: Generated<string>
    application_id: string
    url: string
    sends_records: boolean
    sends_alarms: boolean
    is_enabled: Generated<boolean>
    secret_sealed: Buffer
    previous_secret_sealed: Buffer | null
    previous_valid_to: Instant | null
    failures: Generated<number>
    failing_since: Instant | null
    retry_at: Instant | null
    last_success_at: Instant | null
    last_problem: string | null
    leased_by: string | null
    leased_until: Instant | null
    created_at: DefaultInstant
    sends_movements: Generated<boolean>
    sends_musters: Generated<boolean>
    sends_lockdowns_begun: Generated<boolean>
    sends_lockdowns_released: Generated<boolean>
  }
  webhook_delivery: {
    number: ColumnType<number, never, never>
    id: Generated<string>
    webhook_id: string
    device_id: string
    kind: 'record' | 'alarm' | 'movement' | 'muster' | 'lockdown-begun' | 'lockdown-released' | 'test'
    subject_at: Instant
    subject_id: string
    state: Generated<'waiting' | 'delivered' | 'failed'>
    attempts: Generated<number>
    retry_at: Instant | null
    status: number | null
    problem: string | null
    duration_ms: number | null
    created_at: DefaultInstant
    finished_at: Instant | null
  }
  zkteco_command: {
    device_id: string
    number: number
    lane: number
    what: string
    text_sealed: Buffer | null
    portrait_id: string | null
    person_number: number | null
    person_id: string | null
    command_id: string | null
    state: Generated<'waiting' | 'sent' | 'done' | 'failed' | 'expired' | 'unknown' | 'replaced'>
    sent_count: Generated<number>
    sent_at: Instant | null
    code: number | null
    created_at: Instant
    expires_at: Instant | null
    finished_at: Instant | null
    port: number | null
    is_again: Generated<boolean>
    takes_away: Generated<boolean>
    tries: Generated<number>
    gives_pin: Generated<boolean>
    clears_pin: Generated<boolean>
  }
  zkteco_device: {
    device_id: string
    key_hash: Buffer | null
    mac: string | null
    charset: Generated<string>
    doors: Generated<number>
    has_encoded_dates: Generated<boolean>
    people_cursor: string | null
    next_cursor: string | null
    generation: Generated<number>
    rights_tag: string | null
    last_number: Generated<number>
    open_alarms: JSONColumnType<Record<string, string>, string | undefined, string>
    base_options: JSONColumnType<Record<string, string>, string | undefined, string>
    options: JSONColumnType<Record<string, string>, string | undefined, string>
    settings_revision: number | null
    schema_tag: string | null
    dropped_batches: Generated<number>
    check_number: Generated<number>
    check_runs: Generated<boolean>
    check_began_at: DefaultInstant
    check_told_at: Instant | null
    check_wanted: Generated<boolean>
    check_missing: Generated<number>
    check_surplus: Generated<number>
    check_strangers: Generated<number>
    check_repairs: Generated<boolean>
    repair_cursor: string | null
    zone_numbers: JSONColumnType<Record<string, string[]>, string | undefined, string>
    is_dialect_shown: Generated<boolean>
    told_offset: number | null
    told_running: boolean | null
    holiday_numbers: JSONColumnType<Record<string, string>, string | undefined, string>
    was_given_pins: Generated<boolean>
    takes_ranges: Generated<boolean>
    let_pass_at: Instant | null
  }
  zkteco_member: {
    device_id: string
    number: number
    person_id: string
    portrait_id: string | null
    generation: number
    told_in_check: number | null
    is_told_same: Generated<boolean>
    card_hash: Buffer | null
    ends_at: Instant | null
    has_pin: Generated<boolean>
  }
  zkteco_moment: {
    device_id: string
    moment: string
    record_key: string | null
    picture_sealed: Buffer | null
    received_at: Instant
  }
  zkteco_surplus: {
    device_id: string
    pin: string
    check_number: number
  }
  zkteco_upgrade: {
    device_id: string
    package_id: string
    published_at: Instant
    attempt: number
    version: string
    file: string
    number: number
    flashed_at: Instant | null
    ended_at: Instant | null
  }
}
