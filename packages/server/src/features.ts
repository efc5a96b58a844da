import type { Feature } from './feature.ts'
import { accountsFeature } from './features/accounts/account-feature.ts'
import { alarmsFeature } from './features/alarms/alarm-feature.ts'
import { attendanceFeature } from './features/attendance/attendance-feature.ts'
import { authFeature } from './features/auth/auth-feature.ts'
import { blacklistFeature } from './features/blacklist/blacklist-feature.ts'
import { companyFeature } from './features/company/company-feature.ts'
import { dashboardFeature } from './features/dashboard/dashboard-feature.ts'
import { departmentsFeature } from './features/departments/department-feature.ts'
import { deploymentFeature } from './features/deployment/deployment-feature.ts'
import { devicesFeature } from './features/devices/device-feature.ts'
import { doorsFeature } from './features/doors/door-feature.ts'
import { doorRulesFeature } from './features/door-rules/door-rule-feature.ts'
import { facePairsFeature } from './features/face-pairs/face-pair-feature.ts'
import { floorPlansFeature } from './features/floor-plans/floor-plan-feature.ts'
import { imagesFeature } from './features/images/image-feature.ts'
import { importsFeature } from './features/imports/import-feature.ts'
import { insideFeature } from './features/inside/inside-feature.ts'
import { lockdownFeature } from './features/lockdown/lockdown-feature.ts'
import { musterFeature } from './features/muster/muster-feature.ts'
import { licenceFeature } from './features/licence/licence-feature.ts'
import { liveBoardFeature } from './features/live-board/live-board-feature.ts'
import { liveFeature } from './features/live/live-feature.ts'
import { liveViewFeature } from './features/live-view/live-view-feature.ts'
import { noticesFeature } from './features/notices/notices-feature.ts'
import { openPlatformFeature } from './features/open-platform/open-platform-feature.ts'
import { openidFeature } from './features/openid/openid-feature.ts'
import { personPageFeature } from './features/person-page/person-page-feature.ts'
import { operationLogFeature } from './features/operation-log/operation-log-feature.ts'
import { personGroupsFeature } from './features/person-groups/person-group-feature.ts'
import { policiesFeature } from './features/policies/policy-feature.ts'
import { peopleFeature } from './people/people-feature.ts'
import { portraitQualityFeature } from './features/portrait-quality/portrait-quality-feature.ts'
import { privacyFeature } from './features/privacy/privacy-feature.ts'
import { pushFeature } from './features/push/push-feature.ts'
import { recognisersFeature } from './features/recognisers/recogniser-feature.ts'
import { recordsFeature } from './features/records/record-feature.ts'
import { registrationsFeature } from './features/registrations/registration-feature.ts'
import { savedViewsFeature } from './features/saved-views/saved-view-feature.ts'
import { serverInfoFeature } from './features/server-info/server-info-feature.ts'
import { serviceConfigFeature } from './features/service-config/service-config-feature.ts'
import { sitesFeature } from './features/sites/site-feature.ts'
import { staffFeature } from './features/staff/staff-feature.ts'
import { storageFeature } from './features/storage/storage-feature.ts'
import { timetablesFeature } from './features/timetables/timetable-feature.ts'
import { upgradesFeature } from './features/upgrades/upgrade-feature.ts'
import { visitorsFeature } from './features/visitors/visitor-feature.ts'

/** Every feature, in the order in which the routes are mounted: the open API last. */
export const features: readonly Feature[] = [
  licenceFeature,
  authFeature,
  accountsFeature,
  openidFeature,
  serverInfoFeature,
  serviceConfigFeature,
  recognisersFeature,
  dashboardFeature,
  storageFeature,
  savedViewsFeature,
  liveBoardFeature,
  noticesFeature,
  liveFeature,
  imagesFeature,
  companyFeature,
  departmentsFeature,
  personGroupsFeature,
  peopleFeature,
  facePairsFeature,
  portraitQualityFeature,
  privacyFeature,
  staffFeature,
  blacklistFeature,
  visitorsFeature,
  importsFeature,
  registrationsFeature,
  devicesFeature,
  sitesFeature,
  floorPlansFeature,
  insideFeature,
  doorsFeature,
  doorRulesFeature,
  lockdownFeature,
  musterFeature,
  alarmsFeature,
  liveViewFeature,
  pushFeature,
  recordsFeature,
  attendanceFeature,
  operationLogFeature,
  personPageFeature,
  timetablesFeature,
  policiesFeature,
  upgradesFeature,
  deploymentFeature,
  openPlatformFeature,
]
