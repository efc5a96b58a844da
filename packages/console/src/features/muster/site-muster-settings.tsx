import { exportPaperList, makePaperList } from '@gatehouse/contract/features/muster.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { languageNames } from '../../lib/language-names.ts'
import { useCan } from '../../lib/use-can.ts'
import { useTimeAtSite } from '../../parts/device/door-clock.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { DownloadButton } from '../../ui/page/download-button.tsx'
import { musterSettingsOf, paperListOf } from './muster-queries.ts'

/** The settings of musters of a site, and its list on paper. */
export function SiteMusterSettings({ siteId }: { siteId: string }) {
  const t = useText()
  const can = useCan()
  const panel = usePanelRoute(pathTo('siteMuster'))
  const { data: settings, error, refetch } = useQuery(musterSettingsOf(siteId))
  if (error && !settings) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!settings) return null
  const yesNo = (is: boolean) => t(is ? 'muster:site.yes' : 'muster:site.no')
  const { startsByFire, addsLatecomers, paperMinutes, paperMails, language } = settings
  return (
    <>
      <section className="muster-block" aria-label={t('muster:site.settings')}>
        <header>
          <h2>{t('muster:site.settings')}</h2>
          {can('site.write') && <Button onClick={() => panel.open('settings')}>{t('muster:site.settingsEdit')}</Button>}
        </header>
        <dl className="muster-settings">
          <dt>{t('muster:site.fire')}</dt>
          <dd>{yesNo(startsByFire)}</dd>
          <dt>{t('muster:site.late')}</dt>
          <dd>{yesNo(addsLatecomers)}</dd>
          <dt>{t('muster:site.paper')}</dt>
          <dd>
            {paperMinutes === null ? t('muster:site.paperOff') : t('muster:site.paperEvery', { count: paperMinutes })}
          </dd>
          {paperMinutes !== null && (
            <>
              {paperMails !== null && (
                <>
                  <dt>{t('muster:site.mails')}</dt>
                  <dd>{paperMails.length > 0 ? paperMails.join(', ') : t('muster:site.nobody')}</dd>
                </>
              )}
              <dt>{t('muster:site.language')}</dt>
              <dd>{languageNames[language]}</dd>
            </>
          )}
        </dl>
      </section>
      {can('muster.manage') && <PaperList siteId={siteId} isMailed={paperMails !== null && paperMails.length > 0} />}
    </>
  )
}

function PaperList({ siteId, isMailed }: { siteId: string; isMailed: boolean }) {
  const t = useText()
  const toast = useToast()
  const list = useQuery(paperListOf(siteId)).data
  const make = useMutation({
    ...mutationOf(makePaperList, { untilShown: true }),
    onSuccess: () => toast.done(t('muster:site.made')),
    onError: toast.failed,
  })
  const timeThere = useTimeAtSite(siteId)
  if (!list) return null
  const { madeAt, people, mailedTo, canMail } = list
  const there = madeAt === null ? undefined : timeThere(madeAt, 'minute')
  const words =
    madeAt === null
      ? t('muster:site.noList')
      : [
          t('muster:site.lastListWords', {
            at: [companyTime(madeAt, 'minute'), there && `– ${there}`].filter(Boolean).join(' '),
            count: people,
          }),
          mailedTo > 0 && t('muster:site.mailedTo', { count: mailedTo }),
        ]
          .filter(Boolean)
          .join(' · ')
  return (
    <section className="muster-block" aria-label={t('muster:site.lastList')}>
      <header>
        <h2>{t('muster:site.lastList')}</h2>
      </header>
      <p>
        <Dated>{words}</Dated>
      </p>
      {isMailed && !canMail && <p className="muster-unsure">{t('muster:site.noMail')}</p>}
      <p className="muster-deeds">
        <Button loading={make.isPending} onClick={() => make.mutate({ params: { id: siteId } })}>
          {t('muster:site.makeNow')}
        </Button>
        {madeAt !== null && (
          <DownloadButton route={exportPaperList} params={{ id: siteId }}>
            {t('muster:site.download')}
          </DownloadButton>
        )}
      </p>
    </section>
  )
}
