import type { about } from './en/about.ts'
import type { account } from './en/account.ts'
import type { accounts } from './en/accounts.ts'
import type { alarms } from './en/alarms.ts'
import type { bell } from './en/bell.ts'
import type { attendance } from './en/attendance.ts'
import type { punching } from './en/punching.ts'
import type { blacklist } from './en/blacklist.ts'
import type { company } from './en/company.ts'
import type { dashboard } from './en/dashboard.ts'
import type { departments } from './en/departments.ts'
import type { devices } from './en/devices.ts'
import type { errors } from './en/errors.ts'
import type { form } from './en/form.ts'
import type { frame } from './en/frame.ts'
import type { groups } from './en/groups.ts'
import type { licence } from './en/licence.ts'
import type { list } from './en/list.ts'
import type { live } from './en/live.ts'
import type { login } from './en/login.ts'
import type { menu } from './en/menu.ts'
import type { palette } from './en/palette.ts'
import type { platform } from './en/platform.ts'
import type { phone } from './en/phone.ts'
import type { policies } from './en/policies.ts'
import type { operations } from './en/operations.ts'
import type { records } from './en/records.ts'
import type { register } from './en/register.ts'
import type { registrations } from './en/registrations.ts'
import type { imports } from './en/imports.ts'
import type { service } from './en/service.ts'
import type { staff } from './en/staff.ts'
import type { statistics } from './en/statistics.ts'
import type { timetables } from './en/timetables.ts'
import type { upgrades } from './en/upgrades.ts'
import type { visitors } from './en/visitors.ts'
import type { visits } from './en/visits.ts'

/**
 * The areas of text, one file each and language: `<language>/<area>.ts` exports `const <area>`. English is the shape,
 * the others say `satisfies SameShape<typeof english>`. A new area is three files and its line here.
 */
export type Areas = {
  about: typeof about
  account: typeof account
  accounts: typeof accounts
  alarms: typeof alarms
  bell: typeof bell
  attendance: typeof attendance
  punching: typeof punching
  blacklist: typeof blacklist
  company: typeof company
  dashboard: typeof dashboard
  departments: typeof departments
  devices: typeof devices
  errors: typeof errors
  form: typeof form
  frame: typeof frame
  groups: typeof groups
  licence: typeof licence
  list: typeof list
  live: typeof live
  login: typeof login
  menu: typeof menu
  palette: typeof palette
  platform: typeof platform
  phone: typeof phone
  policies: typeof policies
  operations: typeof operations
  records: typeof records
  register: typeof register
  registrations: typeof registrations
  imports: typeof imports
  service: typeof service
  staff: typeof staff
  statistics: typeof statistics
  timetables: typeof timetables
  upgrades: typeof upgrades
  visitors: typeof visitors
  visits: typeof visits
}

export type Area = keyof Areas
