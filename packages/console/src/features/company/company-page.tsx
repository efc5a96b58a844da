import { companyPictures, type CompanyInfo } from '@gatehouse/contract/features/company.ts'
import { EditOutlined } from '@ant-design/icons'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { Outlet, type LoaderFunction, type RouteObject } from 'react-router'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { offsetAt } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { Period } from '../../ui/detail/detail-instant.tsx'
import { lazyPanel } from '../../ui/page/detail-lazy-panel.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { RegistrationCode } from '../../parts/person/registration-code.tsx'
import { CompanyPictureCard } from './company-picture-card.tsx'
import { OpeningCard } from './opening-card.tsx'
import { PrivacyCard } from './privacy-card.tsx'
import { companyPath, companyQuery } from './company-queries.ts'
import './company-page.css'

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(companyQuery)
    return null
  }

export const children: RouteObject[] = [
  lazyPanel('edit', async () => (await import('./company-edit-panel.tsx')).CompanyEditPanel, 'company.write'),
  lazyPanel('opening', async () => (await import('./opening-panel.tsx')).OpeningPanel, 'company.write'),
  lazyPanel('privacy', async () => (await import('./privacy-panel.tsx')).PrivacyPanel, 'company.write'),
]

/** BU-01: the details of the enterprise, and how it looks at the login and on terminals. */
export function Component() {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(companyPath)
  const { data, error, isPending, refetch } = useQuery(companyQuery)
  const edit = can('company.write') && data && (
    <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => panel.open('edit')}>
      {t('company:edit')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('company:title')} purpose={t('company:purpose')} actions={edit} />
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {isPending && <DetailSkeleton lines={8} />}
      {data && <CompanyFacts company={data} />}
      {data && (
        <SettingsSection title={t('company:pictures')} text={t('company:picturesText')}>
          <div className="company-pictures">
            {companyPictures.map((picture) => (
              <CompanyPictureCard key={picture} picture={picture} company={data} />
            ))}
          </div>
        </SettingsSection>
      )}
      {data && can('device.control') && <OpeningCard onEdit={() => panel.open('opening')} />}
      {data && <PrivacyCard onEdit={() => panel.open('privacy')} />}
      {data && can('registration.read') && (
        <SettingsSection title={t('shared:registrationCode.title')}>
          <RegistrationCode />
        </SettingsSection>
      )}
      <Outlet />
    </>
  )
}

function CompanyFacts({ company }: { company: CompanyInfo }) {
  const t = useText()
  const period = company.authorization
  return (
    <SettingsSection title={t('company:facts')}>
      <DetailList
        items={[
          { label: t('company:field.name'), value: company.name },
          { label: t('company:field.welcome'), value: company.welcome },
          {
            label: t('company:field.introduction'),
            value: company.introduction && <span className="company-lines">{company.introduction}</span>,
          },
          {
            label: t('company:field.authorization'),
            value: period && <Period from={period.fromAt} to={period.toAt} detail="day" />,
          },
          { label: t('company:field.qualityLevel'), value: t(`company:quality.${company.qualityLevel}`) },
          {
            label: t('company:field.timeZone'),
            value: (
              <>
                {t('shared:zone', { zone: company.timeZone, offset: offsetAt(instantOf(nowMs()), company.timeZone) })}
                {company.zoneWaits > 0 && <p role="status">{t('company:zoneWaits', { count: company.zoneWaits })}</p>}
              </>
            ),
          },
        ]}
      />
    </SettingsSection>
  )
}
