import { exportStaff, staffExportFormats } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'
import { useMenu } from '../../ui/menu/menu.tsx'
import { useDownload } from '../../ui/page/use-download.ts'

export type StaffExportQuery = Omit<QueryInput<typeof exportStaff>, 'format' | 'language'>

/** Saves all filtered people, or the selected ones; the server streams the file. */
export function useStaffDownload() {
  const { download, isRunning } = useDownload()
  const start = useCallback(
    (query: StaffExportQuery, format: (typeof staffExportFormats)[number]) =>
      download(exportStaff, { query: { ...query, format, language: currentLanguage() } }),
    [download],
  )
  return { downloadStaff: start, isRunning }
}

/** Exports the filtered list, as CSV or as a workbook. */
export function StaffExport({ query }: { query: StaffExportQuery }) {
  const t = useText()
  const { downloadStaff, isRunning } = useStaffDownload()
  const menu = useMenu(
    staffExportFormats.map((key) => ({
      key,
      label: t(`staff:export.${key}`),
      run: () => downloadStaff(query, key),
    })),
  )
  return (
    <>
      <Button {...menu.props} icon={<DownloadOutlined aria-hidden />} title={t('list:export.hint')} loading={isRunning}>
        {t('list:export.action')}
      </Button>
      {menu.menu}
    </>
  )
}
