import { z } from 'zod'
import { onLiveHint } from '../api/live.ts'
import { loadUser, refreshUser } from '../api/load-user.ts'
import { queryClient } from '../api/query-client.ts'
import { startI18n } from '../i18n/i18n.ts'
import { keepInstallPrompt } from '../lib/app-install.ts'
import { nowMs } from '../lib/clock.ts'
import { keepCommonSettings } from '../lib/common-settings.ts'
import { keepAppWorker } from '../lib/notices.ts'
import { watchAccount } from '../lib/session.ts'
import { ConsoleApp } from './console-app.tsx'
import { onLeaveConsole } from './leave-console.ts'
import { watchLicence } from './licence-over.ts'
import { createConsoleRouter } from './router.ts'
import { watchSession } from './session-failure.ts'

// The page's content security policy forbids making code from text; schemas are read as they stand instead.
z.config({ jitless: true })
keepInstallPrompt()

/** Every page asks for the same user, and says where there is none. */
const leaveToGuard = () => {}

/** The console for a session: its texts, its router, an empty cache. `onLeft` shows the login page. */
export async function openConsole({ onLeft }: { onLeft: (how: { keepsPlace: boolean }) => void }) {
  keepCommonSettings()
  queryClient.clear()
  // before anything asks the server
  const stopWatching = watchSession()
  // All at once, not one after the other: the texts, the user, and the first page with its own texts.
  const texts = startI18n()
  loadUser().catch(leaveToGuard)
  const stopFollowing = onLiveHint((topic) => {
    if (topic === 'company') void refreshUser()
  })
  const router = createConsoleRouter()
  const stopLicence = watchLicence((address) => void router.navigate(address))
  const stopAccount = watchAccount(() => location.reload())
  onLeaveConsole((how) => {
    onLeaveConsole(undefined)
    stopAccount()
    stopWatching()
    stopLicence()
    stopFollowing()
    router.dispose()
    queryClient.clear()
    onLeft(how)
  })
  await texts
  keepAppWorker()
  return <ConsoleApp router={router} key={nowMs()} />
}
