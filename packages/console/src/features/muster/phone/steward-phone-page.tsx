import { useEffect, useState, useSyncExternalStore } from 'react'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { nowMs } from '../../../lib/clock.ts'
import { PhoneLoading } from '../../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../../parts/phone/phone-notice.tsx'
import { createSteward, type StewardView } from './create-steward.ts'
import { forgetPage, keepPage } from './keep-page.ts'
import { createStewardStorage, wipeOldLists } from './steward-storage.ts'
import { StewardListView } from './steward-list-view.tsx'
import './steward-phone-page.css'

/** `/m/steward#<token>`: the list of a muster for a steward at a muster point, with and without a network. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('steward')
  const [steward] = useState(() => {
    wipeOldLists(localStorage, nowMs())
    return createSteward(token, createStewardStorage(token, localStorage))
  })
  const view = useSyncExternalStore(steward.subscribe, steward.view)
  const isOver = view.state === 'over'
  const [canReload, setCanReload] = useState(true)
  useEffect(() => {
    if (isOver) {
      // Neither the token nor the page itself is left on the phone.
      history.replaceState(null, '', location.pathname)
      void forgetPage()
    } else void keepPage().then(setCanReload)
  }, [isOver])
  useEffect(() => {
    // Another link that was opened in this tab.
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  const title = view.state === 'shown' ? fillText(t.title, { site: view.list.site }) : 'Gatehouse'
  useEffect(() => {
    document.title = title
  }, [title])
  if (view.state === 'opening') return <PhoneLoading loaded={{ state: 'loading' }} onRetry={() => {}} />
  if (view.state === 'failed')
    return <PhoneLoading loaded={{ state: 'failed', error: view.error }} onRetry={() => void steward.sync()} />
  if (view.state === 'over') return <Over view={view} />
  return <StewardListView view={view} steward={steward} canReload={canReload} />
}

function Over({ view: { why, late, unsent } }: { view: Extract<StewardView, { state: 'over' }> }) {
  const t = usePhoneTexts('steward')
  return (
    <PhoneNotice kind={why === 'ended' && unsent.length === 0 ? 'good' : 'bad'} title={t.over[why]} text={t.over.wiped}>
      {why !== 'ended' && <p>{t.over.another}</p>}
      {late > 0 && <p>{fillText(t.over.late, { count: late })}</p>}
      {unsent.length > 0 && (
        <>
          <p>{t.over.unsent}</p>
          <ul className="steward-unsent">
            {unsent.map(({ id, name, state }) => (
              <li key={id}>{fillText(t.over.unsentOne, { name: name ?? t.unnamed, state: t.state[state] })}</li>
            ))}
          </ul>
        </>
      )}
    </PhoneNotice>
  )
}
