import { z } from 'zod'
import * as accounts from './features/accounts.ts'
import * as areaRules from './features/door-rules/area-rules.ts'
import * as attendanceAreas from './features/attendance/areas.ts'
import * as attendanceDays from './features/attendance/days.ts'
import * as attendancePunches from './features/attendance/punches.ts'
import * as attendanceReports from './features/attendance/reports.ts'
import * as attendanceRules from './features/attendance/rules.ts'
import * as alarms from './features/alarms.ts'
import * as auth from './features/auth.ts'
import * as blacklist from './features/blacklist.ts'
import * as company from './features/company.ts'
import * as dashboard from './features/dashboard.ts'
import * as departments from './features/departments.ts'
import * as deviceSettings from './features/device-settings.ts'
import * as deviceConversation from './features/devices/conversation.ts'
import * as deviceLacks from './features/devices/lacks.ts'
import * as deviceMakes from './features/service-config/device-makes.ts'
import * as pinGiving from './features/service-config/pin-giving.ts'
import * as recognisers from './features/service-config/recognisers.ts'
import * as devices from './features/devices.ts'
import * as doorRules from './features/door-rules.ts'
import * as doors from './features/doors.ts'
import * as openingRule from './features/doors/opening-rule.ts'
import * as doorHours from './features/people/door-hours.ts'
import * as facePairs from './features/people/face-pairs.ts'
import * as floorPlans from './features/floor-plans.ts'
import * as elevatorFloors from './features/door-rules/elevator-floors.ts'
import * as images from './features/images.ts'
import * as imports from './features/imports.ts'
import * as interlocks from './features/door-rules/interlocks.ts'
import * as inside from './features/inside.ts'
import * as insideDisplays from './features/inside/displays.ts'
import * as insideRules from './features/inside/day-end-rules.ts'
import * as lockdown from './features/lockdown.ts'
import * as licence from './features/licence.ts'
import * as live from './features/live.ts'
import * as liveBoard from './features/live/board.ts'
import * as liveView from './features/live-view.ts'
import * as muster from './features/muster.ts'
import * as noticeCounts from './features/notices/counts.ts'
import * as openid from './features/openid.ts'
import * as openPlatform from './features/open-platform.ts'
import * as notice from './features/people/notice.ts'
import * as operationLog from './features/operation-log.ts'
import * as personPortraits from './features/people/person-portraits.ts'
import * as personGroups from './features/person-groups.ts'
import * as policies from './features/policies.ts'
import * as policyMatrix from './features/policies/matrix.ts'
import * as whoMayPass from './features/policies/who-may-pass.ts'
import * as portraits from './features/portraits.ts'
import * as portraitQuality from './features/portraits/portrait-quality.ts'
import * as privacy from './features/privacy.ts'
import * as push from './features/push/push.ts'
import * as records from './features/records.ts'
import * as registrations from './features/registrations.ts'
import * as savedViews from './features/saved-views/saved-views.ts'
import * as serverInfo from './features/server-info.ts'
import * as serviceConfig from './features/service-config.ts'
import * as sites from './features/sites.ts'
import * as staff from './features/staff.ts'
import * as storage from './features/storage.ts'
import * as suspensions from './features/suspensions.ts'
import * as visitorPasses from './features/visitor-passes.ts'
import * as visitors from './features/visitors.ts'
import * as visits from './features/visits.ts'
import * as timeline from './features/people/timeline.ts'
import * as timetables from './features/timetables.ts'
import * as timetableLimits from './features/timetables/limits.ts'
import * as upgrades from './features/upgrades.ts'
import type { Route } from './route.ts'

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'method' in value

/** Each kind of groups has the same routes at its own addresses: `staffGroupList`, `visitorGroupRename` … */
const groupRoutes = Object.entries(personGroups.groupRoutesOf).flatMap(([kind, routes]) =>
  Object.entries(routes).map(([name, route]): [string, Route] => [
    `${kind}Group${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    route,
  ]),
)

const features = [
  accounts,
  areaRules,
  attendanceRules,
  attendanceAreas,
  attendanceDays,
  attendanceReports,
  attendancePunches,
  alarms,
  auth,
  blacklist,
  company,
  dashboard,
  departments,
  deviceConversation,
  deviceLacks,
  deviceMakes,
  pinGiving,
  recognisers,
  deviceSettings,
  devices,
  doorRules,
  doors,
  doorHours,
  elevatorFloors,
  floorPlans,
  images,
  imports,
  inside,
  interlocks,
  insideDisplays,
  insideRules,
  lockdown,
  muster,
  notice,
  licence,
  live,
  liveBoard,
  liveView,
  noticeCounts,
  openid,
  openingRule,
  openPlatform,
  operationLog,
  personGroups,
  policies,
  policyMatrix,
  whoMayPass,
  personPortraits,
  facePairs,
  portraits,
  portraitQuality,
  privacy,
  push,
  records,
  registrations,
  savedViews,
  serverInfo,
  serviceConfig,
  sites,
  staff,
  storage,
  visitorPasses,
  visitors,
  visits,
  suspensions,
  timeline,
  timetables,
  timetableLimits,
  upgrades,
]

/** Every route under `/api` with its name: the tests enumerate it, and the API document is made from it. */
export const apiRoutes: ReadonlyMap<string, Route> = new Map(
  features
    .flatMap((feature) => Object.entries(feature).filter((entry): entry is [string, Route] => isRoute(entry[1])))
    .concat(groupRoutes),
)

/** Every exported schema of the features with its name, which is that of a type in the API document. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  features.flatMap((feature) =>
    Object.entries(feature).filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType),
  ),
)
