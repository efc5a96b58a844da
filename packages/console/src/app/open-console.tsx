import { z } from 'zod'
import { queryClient } from '../api/query-client.ts'
import { startI18n } from '../i18n/i18n.ts'
import { nowMs } from '../lib/clock.ts'
import { keepCommonSettings } from '../lib/common-settings.ts'
import { ConsoleApp } from './console-app.tsx'
import { onLeaveConsole } from './leave-console.ts'
import { createConsoleRouter } from './router.ts'
import { watchSession } from './session-failure.ts'

// The page's content security policy forbids making code from text; schemas are read as they stand instead.
z.config({ jitless: true })

/** The console for a session: its texts, its router, an empty cache. `onLeft` shows the login page. */
export async function openConsole({ onLeft }: { onLeft: (how: { keepsPlace: boolean }) => void }) {
  await startI18n()
  keepCommonSettings()
  queryClient.clear()
  // before the router, whose first page asks the server at once
  const stopWatching = watchSession()
  const router = createConsoleRouter()
  onLeaveConsole((how) => {
    onLeaveConsole(undefined)
    stopWatching()
    router.dispose()
    queryClient.clear()
    onLeft(how)
  })
  return <ConsoleApp router={router} key={nowMs()} />
}
