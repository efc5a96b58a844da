import type { PageName } from '@gatehouse/contract/navigation.ts'
import type { Area } from '../i18n/areas.ts'
import type { PageModule } from './page-module.ts'

type PageSource = { load: () => Promise<PageModule>; areas: readonly Area[] }

const source = (load: () => Promise<PageModule>, ...areas: Area[]): PageSource => ({ load, areas })

/** Every page of the menu and under it, with the areas of text it shows. */
export const pageSources: Record<PageName, PageSource> = {
  dashboard: source(() => import('../features/dashboard/dashboard-page.tsx'), 'dashboard', 'list', 'form'),
  deviceList: source(
    () => import('../features/devices/devices-page.tsx'),
    'devices',
    'records',
    'alarms',
    'upgrades',
    'list',
    'form',
  ),
  deviceAlarm: source(() => import('../features/alarms/alarms-page.tsx'), 'alarms', 'list', 'form'),
  staff: source(() => import('../features/staff/staff-page.tsx'), 'staff', 'departments', 'imports', 'list', 'form'),
  staffDetail: source(
    () => import('../features/staff/staff-detail-page.tsx'),
    'staff',
    'attendance',
    'departments',
    'records',
    'list',
    'form',
  ),
  visitor: source(() => import('../features/visitors/visitors-page.tsx'), 'visitors', 'list', 'form'),
  visitorDetail: source(
    () => import('../features/visitors/visitor-detail-page.tsx'),
    'visitors',
    'records',
    'list',
    'form',
  ),
  staffGroup: source(() => import('../features/person-groups/staff-groups-page.tsx'), 'groups', 'list', 'form'),
  visitorGroup: source(() => import('../features/person-groups/visitor-groups-page.tsx'), 'groups', 'list', 'form'),
  blacklistGroup: source(() => import('../features/person-groups/blacklist-groups-page.tsx'), 'groups', 'list', 'form'),
  blacklist: source(() => import('../features/blacklist/blacklist-page.tsx'), 'blacklist', 'list', 'form'),
  blacklistDetail: source(
    () => import('../features/blacklist/blacklist-detail-page.tsx'),
    'blacklist',
    'records',
    'list',
    'form',
  ),
  schedules: source(() => import('../features/timetables/timetables-page.tsx'), 'timetables', 'list', 'form'),
  schedulesDetail: source(
    () => import('../features/timetables/timetable-detail-page.tsx'),
    'timetables',
    'list',
    'form',
  ),
  signCount: source(
    () => import('../features/record-statistics/statistics-page.tsx'),
    'statistics',
    'records',
    'list',
    'form',
  ),
  policies: source(() => import('../features/policies/policies-page.tsx'), 'policies', 'records', 'list', 'form'),
  signRecord: source(() => import('../features/records/records-page.tsx'), 'records', 'list', 'form'),
  attendanceRules: source(() => import('../features/attendance/rules/rules-page.tsx'), 'attendance', 'list', 'form'),
  attendanceRulesDetail: source(
    () => import('../features/attendance/rules/rule-detail-page.tsx'),
    'attendance',
    'list',
    'form',
  ),
  attendanceAreas: source(() => import('../features/attendance/areas/areas-page.tsx'), 'attendance', 'list', 'form'),
  attendanceAreasDetail: source(
    () => import('../features/attendance/areas/area-detail-page.tsx'),
    'attendance',
    'list',
    'form',
  ),
  attendanceRecord: source(() => import('../features/attendance/days/records-page.tsx'), 'attendance', 'list', 'form'),
  attendanceStatistics: source(
    () => import('../features/attendance/reports/statistics-page.tsx'),
    'attendance',
    'list',
    'form',
  ),
  registerRecord: source(
    () => import('../features/registrations/registrations-page.tsx'),
    'registrations',
    'visitors',
    'list',
    'form',
  ),
  account: source(() => import('../features/account/accounts-page.tsx'), 'accounts', 'list', 'form'),
  company: source(() => import('../features/company/company-page.tsx'), 'company', 'registrations', 'list', 'form'),
  serviceConfig: source(() => import('../features/service-config/service-config-page.tsx'), 'service', 'list', 'form'),
  firmware: source(() => import('../features/upgrades/firmware-page.tsx'), 'upgrades', 'list', 'form'),
  firmwareDetail: source(() => import('../features/upgrades/firmware-detail-page.tsx'), 'upgrades', 'list', 'form'),
  application: source(() => import('../features/upgrades/application-page.tsx'), 'upgrades', 'list', 'form'),
  applicationDetail: source(
    () => import('../features/upgrades/application-detail-page.tsx'),
    'upgrades',
    'list',
    'form',
  ),
  licence: source(() => import('../features/licence/licence-page.tsx'), 'licence', 'list', 'form'),
  openPlatform: source(() => import('../features/open-platform/applications-page.tsx'), 'platform', 'list', 'form'),
  operationLog: source(() => import('../features/operation-log/operation-log-page.tsx'), 'operations', 'list', 'form'),
}
