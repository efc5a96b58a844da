import type { Language } from '@gatehouse/contract/envelope.ts'
import type { PageName } from '@gatehouse/contract/navigation.ts'
import { aboutPages } from '../features/about/about-feature.ts'
import { accountPages } from '../features/account/account-feature.ts'
import { alarmsPages } from '../features/alarms/alarms-feature.ts'
import { alikeFacesPages } from '../features/alike-faces/alike-faces-feature.ts'
import { attendancePages } from '../features/attendance/attendance-feature.ts'
import { blacklistPages } from '../features/blacklist/blacklist-feature.ts'
import { companyPages } from '../features/company/company-feature.ts'
import { dashboardPages } from '../features/dashboard/dashboard-feature.ts'
import { devicesPages } from '../features/devices/devices-feature.ts'
import { errorPages } from '../features/error-pages/error-pages-feature.ts'
import { insidePages } from '../features/inside/inside-feature.ts'
import { licencePages } from '../features/licence/licence-feature.ts'
import { livePages } from '../features/live/live-feature.ts'
import { liveViewPages } from '../features/live-view/live-view-feature.ts'
import { lockdownPages } from '../features/lockdown/lockdown-feature.ts'
import { musterPages } from '../features/muster/muster-feature.ts'
import { openPlatformPages } from '../features/open-platform/open-platform-feature.ts'
import { operationLogPages } from '../features/operation-log/operation-log-feature.ts'
import { personGroupsPages } from '../features/person-groups/person-groups-feature.ts'
import { policiesPages } from '../features/policies/policies-feature.ts'
import { portraitQualityPages } from '../features/portrait-quality/portrait-quality-feature.ts'
import { recordStatisticsPages } from '../features/record-statistics/record-statistics-feature.ts'
import { recordsPages } from '../features/records/records-feature.ts'
import { registrationsPages } from '../features/registrations/registrations-feature.ts'
import { serviceConfigPages } from '../features/service-config/service-config-feature.ts'
import { sitesPages } from '../features/sites/sites-feature.ts'
import { staffPages } from '../features/staff/staff-feature.ts'
import { timetablesPages } from '../features/timetables/timetables-feature.ts'
import { upgradesPages } from '../features/upgrades/upgrades-feature.ts'
import { visitorsPages } from '../features/visitors/visitors-feature.ts'
import type { TextSource } from '../i18n/text-source.ts'
import { currentLanguage } from '../lib/language.ts'
import type { PageModule } from './page-module.ts'

/** The file of a page, and the texts of its feature where it has any. */
export type PageSource = { load: () => Promise<PageModule>; texts?: TextSource }

/** A page of the contract's table: the menu, the way to it and the tab of the browser show its title. */
type TitledPage = PageSource & { title: Readonly<Record<Language, string>> }

/** Pages that the contract's table does not have. */
type OtherPage = 'about' | 'forbidden' | 'liveView' | 'notFound' | 'ownAccount' | 'password'

/** The pages of every feature: a page of the menu that no feature brings does not compile. */
export const pageSources: Record<PageName, TitledPage> & Record<OtherPage, PageSource> = {
  ...aboutPages,
  ...accountPages,
  ...alarmsPages,
  ...alikeFacesPages,
  ...attendancePages,
  ...blacklistPages,
  ...companyPages,
  ...dashboardPages,
  ...devicesPages,
  ...errorPages,
  ...insidePages,
  ...licencePages,
  ...livePages,
  ...liveViewPages,
  ...lockdownPages,
  ...musterPages,
  ...openPlatformPages,
  ...operationLogPages,
  ...personGroupsPages,
  ...policiesPages,
  ...portraitQualityPages,
  ...recordStatisticsPages,
  ...recordsPages,
  ...registrationsPages,
  ...serviceConfigPages,
  ...sitesPages,
  ...staffPages,
  ...timetablesPages,
  ...upgradesPages,
  ...visitorsPages,
}

export const titleOf = (page: PageName) => pageSources[page].title[currentLanguage()]
