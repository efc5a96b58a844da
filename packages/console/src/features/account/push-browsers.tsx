import {
  addPushBrowser,
  getOwnPush,
  type PushBrowser,
  removePushBrowser,
  testPushBrowser,
} from '@gatehouse/contract/features/push/push.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { currentLanguage } from '../../lib/language.ts'
import { canBePushed, endPush, keepPushBrowser, ownPushBrowser, subscribeToPush } from '../../lib/push-subscription.ts'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { browserOf } from './browser-of.ts'

const pushQuery = queryOf(getOwnPush)

/** The browsers of the account that are reached while the console is closed, and whether this one is. */
export function PushBrowsers({ mayAdd }: { mayAdd: boolean }) {
  const t = useText()
  const toast = useToast()
  const { data, error, refetch } = useQuery(pushQuery)
  const [isBusy, setIsBusy] = useState(false)
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <DetailSkeleton lines={1} />
  const { publicKey, browsers } = data
  const own = browsers.find(({ id }) => id === ownPushBrowser())
  const add = async (key: string) => {
    setIsBusy(true)
    try {
      const address = await subscribeToPush(key)
      if (!address) return toast.warned(t('accounts:notices.push.failed'))
      const { id } = await call(addPushBrowser, { body: { ...address, language: currentLanguage() } })
      keepPushBrowser(id)
      await refetch()
    } catch (failure) {
      toast.failed(failure)
    } finally {
      setIsBusy(false)
    }
  }
  const remove = async (browser: PushBrowser) => {
    try {
      await call(removePushBrowser, { params: { id: browser.id } })
      if (browser === own) {
        keepPushBrowser(null)
        await endPush()
      }
      toast.done(t('accounts:notices.push.removed'))
      await refetch()
    } catch (failure) {
      toast.failed(failure)
    }
  }
  const test = async (browser: PushBrowser) => {
    try {
      await call(testPushBrowser, { params: { id: browser.id } })
      toast.done(t('accounts:notices.push.tested', { browser: nameOf(browser, t) }))
    } catch (failure) {
      toast.failed(failure)
    }
    // When it was reached last; one that is gone was removed.
    await refetch()
  }
  return (
    <>
      {publicKey === null ? (
        <p>{t('accounts:notices.push.off')}</p>
      ) : own ? (
        <>
          <p role="status">{t('accounts:notices.push.on')}</p>
          <div className="settings-section-buttons">
            <Button onClick={() => void remove(own)}>{t('accounts:notices.push.turnOff')}</Button>
          </div>
        </>
      ) : (
        mayAdd &&
        canBePushed() && (
          <>
            <p>{t('accounts:notices.push.text')}</p>
            <div className="settings-section-buttons">
              <Button loading={isBusy} onClick={() => void add(publicKey)}>
                {t('accounts:notices.push.turnOn')}
              </Button>
            </div>
          </>
        )
      )}
      {browsers.length > 0 && (
        <ul className="account-sessions" aria-label={t('accounts:notices.push.browsers')}>
          {browsers.map((browser) => (
            <Row
              key={browser.id}
              browser={browser}
              isOwn={browser === own}
              onTest={publicKey === null ? undefined : () => void test(browser)}
              onRemove={() => void remove(browser)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

const nameOf = ({ userAgent }: PushBrowser, t: ReturnType<typeof useText>) =>
  browserOf(userAgent) ?? t('accounts:notices.push.unknown')

type RowProps = { browser: PushBrowser; isOwn: boolean; onTest: (() => void) | undefined; onRemove: () => void }

function Row({ browser, isOwn, onTest, onRemove }: RowProps) {
  const t = useText()
  const since = companyTime(browser.createdAt, 'minute')
  const name = nameOf(browser, t)
  return (
    <li>
      <span>
        <strong>{[name, isOwn ? t('accounts:notices.push.here') : browser.service].join(' · ')}</strong>
        <small>
          <Dated>
            {browser.lastSentAt === null
              ? t('accounts:notices.push.times', { since })
              : t('accounts:notices.push.sent', { since, sent: companyTime(browser.lastSentAt, 'minute') })}
          </Dated>
        </small>
      </span>
      {onTest && (
        <Button size="small" aria-label={`${t('accounts:notices.push.test')} ${name}`} onClick={onTest}>
          {t('accounts:notices.push.test')}
        </Button>
      )}
      <Button size="small" aria-label={`${t('accounts:notices.push.remove')} ${name}`} onClick={onRemove}>
        {t('accounts:notices.push.remove')}
      </Button>
    </li>
  )
}
