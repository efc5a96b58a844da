import { DoubleLeftOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Pagination, Select } from 'antd'
import { useText } from '../../i18n/i18n.ts'

/** Lists that are paged through by number, and logs that are walked by key. */
export type Paging =
  | { kind: 'pages'; page: number; size: number; total: number; onChange: (page: number, size: number) => void }
  | {
      kind: 'keys'
      size: number
      isNewest: boolean
      hasOlder: boolean
      onNewest: () => void
      onNewer: () => void
      onOlder: () => void
      onSize: (size: number) => void
    }

export const pageSizes = [20, 50, 100, 200] as const

export function ListPaging({ paging }: { paging: Paging }) {
  const t = useText()
  const sizes = pageSizes.map((size) => ({ value: size, label: t('list:paging.size', { size }) }))
  if (paging.kind === 'pages') {
    return (
      <nav className="list-paging" aria-label={t('list:paging.label')}>
        <Pagination
          current={paging.page}
          pageSize={paging.size}
          total={paging.total}
          pageSizeOptions={[...pageSizes]}
          showSizeChanger={paging.total > pageSizes[0] && { 'aria-label': t('list:paging.sizeLabel'), options: sizes }}
          showLessItems
          onChange={paging.onChange}
        />
      </nav>
    )
  }
  return (
    <nav className="list-paging" aria-label={t('list:paging.label')}>
      <Button
        type="text"
        disabled={paging.isNewest}
        icon={<DoubleLeftOutlined aria-hidden />}
        aria-label={t('list:paging.first')}
        title={t('list:paging.first')}
        onClick={paging.onNewest}
      />
      <Button
        type="text"
        disabled={paging.isNewest}
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('list:paging.previous')}
        title={t('list:paging.previous')}
        onClick={paging.onNewer}
      />
      <Button
        type="text"
        disabled={!paging.hasOlder}
        icon={<RightOutlined aria-hidden />}
        aria-label={t('list:paging.next')}
        title={t('list:paging.next')}
        onClick={paging.onOlder}
      />
      <Select aria-label={t('list:paging.sizeLabel')} value={paging.size} options={sizes} onChange={paging.onSize} />
    </nav>
  )
}
