import { erasePerson, exportPersonData } from '@gatehouse/contract/features/privacy.ts'
import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useDownload } from '../../ui/page/use-download.ts'

type Props = { person: { id: string; name: string }; onErased: () => void }

/** The requests that a person may make: a copy of all personal data, and its erasure. Texts of area `list`. */
export function PersonPrivacy({ person, onErased }: Props) {
  const t = useText()
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const { id, name } = person
  const { download } = useDownload()
  const erase = () =>
    confirmDelete({
      title: t('list:privacy.eraseTitle', { name }),
      text: t('list:privacy.eraseText'),
      action: t('list:privacy.eraseButton', { name }),
      ends: [id],
      run: async () => {
        const { records } = await call(erasePerson, { params: { id } })
        onErased()
        // in every list that contains the person
        void client.invalidateQueries()
        toast.done(t('list:privacy.erased', { name, count: records }))
      },
    })
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened takes the focus, and gives it back
      autoFocus
      menu={{
        items: [
          { key: 'data', label: t('list:privacy.data') },
          { key: 'erase', label: t('list:privacy.erase'), danger: true },
        ],
        onClick: ({ key }) => (key === 'data' ? download(exportPersonData, { params: { id } }) : void erase()),
      }}
    >
      <Button icon={<MoreOutlined aria-hidden />} aria-label={t('list:privacy.more')} title={t('list:privacy.more')} />
    </Dropdown>
  )
}
