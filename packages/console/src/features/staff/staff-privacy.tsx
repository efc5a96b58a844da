import { erasePerson, exportPersonData } from '@gatehouse/contract/features/privacy.ts'
import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirmDelete } from '../../ui/confirm.tsx'
import { useToast } from '../../ui/toast.tsx'

/** What a person may ask for: everything that is held about them, and that all of it be erased. */
export function StaffPrivacy({ person, onErased }: { person: Staff; onErased: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  const { id, name } = person
  const download = () => {
    const link = document.createElement('a')
    link.href = `/api${exportPersonData.path.replace(':id', id)}`
    link.download = ''
    link.click()
  }
  const erase = () =>
    confirmDelete({
      title: t('staff:privacy.eraseTitle', { name }),
      text: t('staff:privacy.eraseText'),
      deed: t('staff:privacy.eraseDeed', { name }),
      run: async () => {
        const { records } = await call(erasePerson, { params: { id } })
        onErased()
        for (const topic of ['staff', 'departments', 'groups', 'records']) {
          void client.invalidateQueries({ queryKey: [topic] })
        }
        toast.done(t('staff:privacy.erased', { name, count: records }))
      },
    })
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was opened takes the focus, and gives it back
      autoFocus
      menu={{
        items: [
          { key: 'data', label: t('staff:privacy.data') },
          { key: 'erase', label: t('staff:privacy.erase'), danger: true },
        ],
        onClick: ({ key }) => (key === 'data' ? download() : void erase()),
      }}
    >
      <Button
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('staff:privacy.more')}
        title={t('staff:privacy.more')}
      />
    </Dropdown>
  )
}
