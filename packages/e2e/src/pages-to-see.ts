import { type PageName, pageNames, pages } from '@gatehouse/contract/navigation.ts'
import { expect, type Page } from '@playwright/test'
import type { SeededProduct } from './seed-product.ts'
import { navigateInPage } from './navigate-in-page.ts'

/** Things that only the pictures need; elsewhere their pages say that they are missing. */
export type FurtherIds = Record<
  | 'visitorId'
  | 'timetableId'
  | 'musterId'
  | 'attendanceRuleId'
  | 'attendanceAreaId'
  | 'controllerId'
  | 'firmwareId'
  | 'appId',
  string
>
/** The ids in addresses: of a product with data. */
export type Ids = Omit<SeededProduct, 'terminal'> & Partial<FurtherIds>
type Address = string | ((seeded: Ids) => string)
/** `press`: what is pressed on the page before it is looked at, by its place; where it is not there, nothing. */
export type PageToSee = { name: string; address: Address; press?: string }

type DetailName = {
  [Name in PageName]: (typeof pages)[Name]['path'] extends `${string}/detail` | `/device/sites/${string}` ? Name : never
}[PageName]

/** The id in the address of each page about one thing; undefined: the product has none, and the page says that it is missing. */
const ids: Record<DetailName, (seeded: Ids) => string | undefined> = {
  siteDetail: ({ siteId }) => siteId,
  doorDetail: ({ doorId }) => doorId,
  sitePlans: ({ siteId }) => siteId,
  siteMuster: ({ siteId }) => siteId,
  staffDetail: ({ personId }) => personId,
  visitorDetail: ({ visitorId }) => visitorId,
  blacklistDetail: ({ blacklistedId }) => blacklistedId,
  schedulesDetail: ({ timetableId }) => timetableId,
  musterDetail: ({ musterId }) => musterId,
  attendanceRulesDetail: ({ attendanceRuleId }) => attendanceRuleId,
  attendanceAreasDetail: ({ attendanceAreaId }) => attendanceAreaId,
  firmwareDetail: ({ firmwareId }) => firmwareId,
  applicationDetail: ({ appId }) => appId,
}
const isDetail = (name: PageName): name is DetailName => name in ids

/** The address of a page of the contract, of the root department and without optional parameters. */
function addressOf(name: PageName): Address {
  const path = pages[name].path.replace(':deptId', '0').replace(/\/:\w+\?$/, '')
  if (!isDetail(name)) return path
  return (seeded) => {
    const id = ids[name](seeded)
    return id === undefined ? path : `${path}?id=${id}`
  }
}

/** A day of attendance that is over. */
const yesterday = Temporal.Now.plainDateISO('UTC').subtract({ days: 1 }).toString()

export const unknownId = '00000000-0000-4000-8000-000000000000'

/** Tabs, panels and missing things, and pages that the contract's table does not have. */
const further: PageToSee[] = Object.entries<Address>({
  'common-settings': '/dashboard/settings',
  'disk-space': '/dashboard/storage',
  'alarm-rules': '/device/alarm/rules',
  'alarm-rule-add': '/device/alarm/rules/new',
  'alarm-settings': '/device/alarm/settings',
  'site-add': '/device/sites/new',
  'site-edit': ({ siteId }) => `/device/sites/detail/edit?id=${siteId}`,
  'site-area-add': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}/new?id=${siteId}`,
  'site-area-edit': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}?id=${siteId}&areaId=${areaId}`,
  'site-area-rules': ({ siteId, areaId }) => `/device/sites/detail/area/${areaId}/rules?id=${siteId}&areaId=${areaId}`,
  'site-interlock-add': ({ siteId }) => `/device/sites/detail/interlock/new?id=${siteId}`,
  'door-rule': ({ doorId }) => `/device/sites/door/rule/escort?id=${doorId}`,
  'site-plan': ({ siteId }) => `/device/sites/detail?id=${siteId}&view=plan`,
  'site-plan-add': ({ siteId }) => `/device/sites/plans/new?id=${siteId}`,
  'site-door-add': ({ siteId }) => `/device/sites/detail/door/new?id=${siteId}`,
  'site-door-edit': ({ siteId, doorId }) => `/device/sites/detail/door/${doorId}?id=${siteId}`,
  'site-day-end': ({ siteId }) => `/device/sites/detail/day-end?id=${siteId}`,
  'inside-displays': '/sign/inside/displays',
  'site-muster-point-add': ({ siteId }) => `/device/sites/muster/point/new?id=${siteId}`,
  'site-muster-settings': ({ siteId }) => `/device/sites/muster/settings?id=${siteId}`,
  'live-view': ({ deviceId }) => `/device/live?doors=${deviceId}`,
  'device-add': '/device/list/new',
  'device-detail': ({ deviceId }) => `/device/list/${deviceId}`,
  'device-settings': ({ deviceId }) => `/device/list/${deviceId}?tab=settings`,
  'device-pass': ({ deviceId }) => `/device/list/${deviceId}?tab=pass`,
  'device-people': ({ deviceId }) => `/device/list/${deviceId}?tab=people`,
  'device-records': ({ deviceId }) => `/device/list/${deviceId}?tab=records`,
  'device-alarms': ({ deviceId }) => `/device/list/${deviceId}?tab=alarms`,
  'device-commands': ({ deviceId }) => `/device/list/${deviceId}?tab=commands`,
  'device-app': ({ deviceId }) => `/device/list/${deviceId}?tab=app`,
  'device-edit': ({ deviceId }) => `/device/list/${deviceId}/edit`,
  'device-templates': '/device/list/templates',
  'device-waiting': '/device/list/waiting',
  'device-missing': `/device/list/${unknownId}`,
  'staff-add': '/manmgt/staff/0/new',
  'site-missing': '/device/sites/detail',
  'staff-missing': '/manmgt/staff/detail',
  'staff-group-devices': '/manmgt/staffgroup?tab=devices',
  'staff-group-new': '/manmgt/staffgroup/new',
  'blacklist-add': '/manmgt/blacklist/new',
  'blacklist-move-in': '/manmgt/blacklist/move-in',
  'blacklist-missing': '/manmgt/blacklist/detail',
  'visitor-add': '/manmgt/visitor/new',
  'visitor-invite': '/manmgt/visitor/invite',
  visits: '/manmgt/visitor/visits',
  'visitor-reception': '/manmgt/visitor/reception',
  'registration-visitors': '/manmgt/registerRecord?tab=visitors',
  'registration-code': '/manmgt/registerRecord/code',
  'record-settings': '/sign/signRecord/settings',
  'record-detail': ({ recordId }) => `/sign/signRecord/${recordId}`,
  'timetable-missing': `/sign/schedules/detail?id=${unknownId}`,
  'policy-add': '/sign/policies/new',
  'policy-delete': '/sign/policies/delete',
  why: '/sign/policies/why',
  'attendance-rule-add': '/attendance/attendanceRules/new',
  'attendance-area-add': '/attendance/attendanceAreas/new',
  'attendance-requests': '/attendance/attendanceRecord?tab=requests',
  'attendance-grid': '/attendance/attendanceRecord?tab=month',
  'attendance-month': ({ personId }) => `/attendance/attendanceRecord/${personId}`,
  'firmware-upload': '/upgrade/firwareManagement/new',
  'firmware-versions': '/upgrade/firwareManagement/versions',
  'account-add': '/bumgt/account/new',
  'company-edit': '/bumgt/company/edit',
  'service-time': '/bumgt/serviceConfig/time',
  'service-mail': '/bumgt/serviceConfig/mail',
  'service-push': '/bumgt/serviceConfig/push',
  'open-platform-add': '/bumgt/openPlatform/new',
  'open-platform-detail': ({ applicationId }) => `/bumgt/openPlatform/${applicationId}`,
  'open-platform-domain': ({ applicationId }) => `/bumgt/openPlatform/${applicationId}/domain`,
  'own-account': '/account',
  password: '/account/password',
  about: '/about',
  '404': '/404',
  '403': '/403',
}).map(([name, address]) => ({ name, address }))

/** Further ones that only the pictures take, of what only they seed, or below something that is pressed. */
export const pressed: PageToSee[] = [
  {
    name: 'staff-portraits',
    address: ({ personId }) => `/manmgt/staff/detail?id=${personId}`,
    press: 'details:has(.person-portraits-purpose) > summary',
  },
  { name: 'controller', address: ({ controllerId = unknownId }) => `/device/list/${controllerId}` },
  { name: 'controller-doors', address: ({ controllerId = unknownId }) => `/device/list/${controllerId}?tab=info` },
  {
    name: 'controller-conversation',
    address: ({ controllerId = unknownId }) => `/device/list/${controllerId}?tab=conversation`,
  },
  { name: 'dashboard-arrange', address: '/dashboard', press: '.page-header-actions .ant-btn' },
  {
    name: 'firmware-preview',
    address: ({ firmwareId = unknownId }) => `/upgrade/firwareManagement/detail?id=${firmwareId}&tab=preview`,
  },
  { name: 'attendance-day', address: ({ personId }) => `/attendance/attendanceRecord?day=${personId}_${yesterday}` },
  {
    name: 'attendance-rule-versions',
    address: ({ attendanceRuleId = unknownId }) =>
      `/attendance/attendanceRules/detail?id=${attendanceRuleId}&tab=versions`,
  },
  { name: 'attendance-departments', address: '/attendance/attendanceStatistics?tab=departments' },
  { name: 'service-makes', address: '/bumgt/serviceConfig', press: '#makes .ant-btn' },
]

export const outside: PageToSee[] = [{ name: 'login', address: '/login' }]
/** Every page of the contract, so that a new one cannot be left out, and the further addresses. */
export const inside = [...pageNames.map((name): PageToSee => ({ name, address: addressOf(name) })), ...further]

export const addressIn = ({ address }: PageToSee, seeded: Ids) =>
  typeof address === 'string' ? address : address(seeded)

/** Waits until the page is complete: it has a heading, and nothing says that it is loading. */
export async function settled(page: Page) {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  // a bar that shows a number is no wait
  await expect(page.locator('[role=progressbar]:not([aria-valuenow])')).toHaveCount(0)
  await expect(page.getByRole('status', { name: /Loading|加载|載入/ })).toHaveCount(0)
  await expect(page.locator('main [aria-busy=true], .empty-state-picture:empty, .guard > .live-quiet')).toHaveCount(0)
  await page.evaluate(async () => {
    const pictures = [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete)
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
    await document.fonts.ready
  })
}

/** Presses what a page names for it; somebody may lack the right to it, and a page that failed does not have it. */
export async function press(page: Page, { press }: PageToSee) {
  if (press === undefined || (await page.locator(press).count()) === 0) return
  // a page that failed to load cannot be changed
  if (await page.locator(press).first().isDisabled()) return
  await page.locator(press).first().click()
  await settled(page)
  await page
    .locator(press)
    .first()
    .evaluate((pressed) => pressed.scrollIntoView({ block: 'start' }))
}

/** Goes by way of a short page: of two pages with the same title, nothing would tell when the second has come. */
export async function goTo(page: Page, address: string) {
  for (const next of ['/about', address]) {
    if (new URL(page.url()).pathname === next) continue
    const before = await page.title()
    await navigateInPage(page, next)
    await page.waitForFunction((before) => document.title !== before, before)
  }
}
