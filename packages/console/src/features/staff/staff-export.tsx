import { exportStaff, staffExportFormats } from '@gatehouse/contract/features/staff.ts'
import type { QueryInput } from '@gatehouse/contract/route.ts'
import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { currentLanguage } from '../../lib/language.ts'

export type StaffExportQuery = Omit<QueryInput<typeof exportStaff>, 'format' | 'language'>

/** The server writes the file while the browser saves it: half a million people pass without being held anywhere. */
export function downloadStaff(query: StaffExportQuery, format: (typeof staffExportFormats)[number]) {
  const params = new URLSearchParams({ format, language: currentLanguage() })
  for (const [key, value] of Object.entries(query)) if (value !== undefined && value !== '') params.set(key, value)
  const link = document.createElement('a')
  link.href = `/api${exportStaff.path}?${params.toString()}`
  link.download = ''
  link.click()
}

/** Exports what is filtered, as CSV or as a workbook. */
export function StaffExport({ query }: { query: StaffExportQuery }) {
  const t = useText()
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: staffExportFormats.map((key) => ({ key, label: t(`staff:export.${key}`) })),
        onClick: ({ key }) => {
          const format = staffExportFormats.find((one) => one === key)
          if (format) downloadStaff(query, format)
        },
      }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} title={t('list:export.hint')}>
        {t('list:export.action')}
      </Button>
    </Dropdown>
  )
}
