import type { PageName } from '@gatehouse/contract/navigation.ts'
import { createRoot } from 'react-dom/client'
import { startAuthorisation } from '../api/authorisation.ts'
import { startBranding } from '../api/branding.ts'
import { preload } from '../api/preloaded-responses.ts'
import { loginTexts } from '../features/login/login-feature.ts'
import { consoleTexts, errorsTexts } from '../i18n/common-texts.ts'
import type { TextSource } from '../i18n/text-source.ts'
import { commonSettings } from '../lib/common-settings.ts'
import { currentLanguage } from '../lib/language.ts'
import { addressAfterLogin, entryOf, type Entry } from '../lib/entry-rules.ts'
import { loadChunk } from '../lib/load-chunk.ts'
import { pageAt } from '../lib/page-path.ts'
import { clearSession, currentUser, isInitialised, keptRole } from '../lib/session.ts'
import { forgetUnsavedWork } from '../lib/unsaved-work.ts'
import { EntryFailure } from './entry-failure.tsx'
import { firstQuestionsOf, mayOpen } from './first-questions.ts'

/** The page asks for the same files again, and fails with them where they do not come. */
const leaveToPage = () => {}

/** The address to come back to. A page that one account left names people and searches that are not for the next one. */
function placeOf(accountId: string | undefined): string | null {
  const owner = localStorage.getItem('backUrlOf')
  return owner === null || owner === accountId ? localStorage.getItem('backUrl') : null
}

/** All at once, not one after the other: the user, the page that the address leads to, its texts and its first question. */
function startFirstPage(name: PageName | undefined) {
  const role = keptRole()
  const isExhibition = commonSettings().exhibitionMode !== '0'
  for (const question of firstQuestionsOf({ page: name, place: location, role, isExhibition })) preload(question)
  startTexts(...consoleTexts)
  if (name && (role === undefined || mayOpen(name, role))) startPage(name).catch(leaveToPage)
}

async function startPage(name: PageName) {
  const { pageSources } = await import('./features.ts')
  const { load, texts } = pageSources[name]
  if (texts) startTexts(texts)
  await load()
}

function startTexts(...sources: readonly TextSource[]) {
  for (const source of sources) source[currentLanguage()]().catch(leaveToPage)
}

/**
 * The parts of the console, each loaded only when it is shown: the login page and the pages for phones, small and without
 * the component library, and the console itself. Which one follows from the address and from `isInit` (NAV-05, NAV-06).
 */
export function openEntry(element: HTMLElement) {
  const root = createRoot(element)
  let showing: Entry['screen'] | undefined

  const showLogin = async () => {
    showing = 'login'
    document.documentElement.className = 'bare'
    // all at once, not one after the other: the licence's state, the texts and the page itself
    startAuthorisation()
    startBranding()
    startTexts(loginTexts, errorsTexts)
    const { openLogin } = await loadChunk(() => import('../features/login/open-login.tsx'))
    const screen = await openLogin({ onEntered: enterConsole })
    if (showing === 'login') root.render(screen)
  }

  const showConsole = async () => {
    showing = 'console'
    document.documentElement.className = ''
    startFirstPage(pageAt(location.pathname))
    const { openConsole } = await loadChunk(() => import('./open-console.tsx'))
    const screen = await openConsole({ onLeft: leaveConsole })
    if (showing === 'console') root.render(screen)
  }

  const showPhone = async () => {
    showing = 'phone'
    document.documentElement.className = 'bare'
    const { openPhone } = await loadChunk(() => import('./open-phone.tsx'))
    root.render(await openPhone())
  }

  const screens: Record<Entry['screen'], () => Promise<void>> = {
    login: showLogin,
    console: showConsole,
    phone: showPhone,
  }
  const show = (screen: Entry['screen']) => {
    screens[screen]().catch((error: unknown) => root.render(<EntryFailure error={error} />))
  }

  /** Corrects the address and shows its page. */
  const open = () => {
    const entry = entryOf(location, isInitialised())
    if (entry.backUrl !== undefined) localStorage.setItem('backUrl', entry.backUrl)
    if (entry.address !== `${location.pathname}${location.search}${location.hash}`) {
      history.replaceState(null, '', entry.address)
    }
    if (entry.screen !== showing) show(entry.screen)
  }

  const enterConsole = () => {
    const accountId = currentUser()?.id
    const address = addressAfterLogin(placeOf(accountId))
    localStorage.removeItem('backUrl')
    localStorage.removeItem('backUrlOf')
    forgetUnsavedWork(accountId)
    history.replaceState(null, '', address)
    open()
  }

  const leaveConsole = ({ keepsPlace }: { keepsPlace: boolean }) => {
    const accountId = currentUser()?.id
    clearSession()
    if (keepsPlace && accountId !== undefined) localStorage.setItem('backUrlOf', accountId)
    else localStorage.removeItem('backUrlOf')
    if (!keepsPlace) {
      localStorage.removeItem('backUrl')
      history.replaceState(null, '', '/login')
    }
    open()
  }

  // Back and forward, and the hash form of the login address, while the login page is shown; the console has its router.
  addEventListener('popstate', () => {
    if (showing === 'login' || location.hash.startsWith('#/login')) open()
  })
  open()
}
