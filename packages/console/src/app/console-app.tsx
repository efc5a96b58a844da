import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { useEffect } from 'react'
import { RouterProvider } from 'react-router/dom'
import { followChanges, followLive } from '../api/live.ts'
import { queryClient } from '../api/query-client.ts'
import { componentTexts } from '../i18n/component-texts.ts'
import { useText } from '../i18n/i18n.ts'
import { currentLanguage } from '../lib/language.ts'
import { themeOf } from '../ui/theme/theme-tokens.ts'
import { useDensity, useIsDark, useIsStill } from '../ui/theme/theme.ts'
import type { ConsoleRouter } from './router.ts'
import { useLibraryNames } from './library-names.ts'
import { SessionAlert } from './session-alert.tsx'
import '../ui/feedback/toast.css'
import './library-fixes.css'

// Two Chinese characters on a button are one word: "保存", not "保 存".
const button = { autoInsertSpace: false }

export function ConsoleApp({ router }: { router: ConsoleRouter }) {
  const isDark = useIsDark()
  const isStill = useIsStill()
  const density = useDensity()
  // redrawn with the language: the component library's texts change with ours
  useLibraryNames(useText())
  useEffect(() => followLive(queryClient), [])
  useEffect(() => followChanges(queryClient), [])
  return (
    <ConfigProvider
      theme={themeOf(isDark, currentLanguage() !== 'en', isStill)}
      componentSize={density === 'compact' ? 'small' : 'middle'}
      button={button}
      {...(componentTexts() && { locale: componentTexts() })}
    >
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider router={router} />
          <SessionAlert />
        </App>
      </QueryClientProvider>
    </ConfigProvider>
  )
}
