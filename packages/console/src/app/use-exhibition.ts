import type { PageName } from '@gatehouse/contract/navigation.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { changeCommonSettings, commonSettings, onCommonSettings } from '../lib/common-settings.ts'

/** LAY-06: exhibition mode belongs to the dashboard; any other page puts it off. */
export function useExhibition(page: PageName | undefined): boolean {
  const isOn = useSyncExternalStore(onCommonSettings, () => commonSettings().exhibitionMode === '1')
  const isDashboard = page === 'dashboard'
  useEffect(() => {
    if (isOn && !isDashboard) changeCommonSettings({ exhibitionMode: '0' })
  }, [isOn, isDashboard])
  return isOn && isDashboard
}
