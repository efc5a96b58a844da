import { erasePerson, exportPersonData } from '@gatehouse/contract/features/privacy.ts'
import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useMenu } from '../../ui/menu/menu.tsx'
import { useDownload } from '../../ui/page/use-download.ts'
import { useResetPassback } from '../person/use-reset-passback.ts'

type Item = { key: string; label: string; isDangerous?: boolean; run: () => void }
type Props = {
  person: { id: string; name: string }
  onErased: () => void
  /** Doors forgive people of this kind. */
  hasPassback?: boolean
  /** Before the requests of the person, and what deletes after them. */
  items?: readonly Item[]
  last?: readonly Item[]
}

/** The actions that a person seldom needs: forgive, move, hand out and erase their data, delete. */
export function PersonMenu({ person, onErased, hasPassback = false, items = [], last = [] }: Props) {
  const t = useText()
  const can = useCan()
  const resetPassback = useResetPassback()
  const { download } = useDownload()
  const erase = useErase(person, onErased)
  const shown: Item[] = [
    ...(hasPassback && can('inside.write')
      ? [{ key: 'passback', label: t('shared:passback.reset'), run: () => void resetPassback(person) }]
      : []),
    ...items,
    {
      key: 'data',
      label: t('list:privacy.data'),
      run: () => download(exportPersonData, { params: { id: person.id } }),
    },
    { key: 'erase', label: t('list:privacy.erase'), isDangerous: true, run: () => void erase() },
    ...last,
  ]
  const { props, menu } = useMenu(shown)
  return (
    <>
      <Button
        icon={<MoreOutlined aria-hidden />}
        aria-label={t('personPage:more')}
        title={t('personPage:more')}
        {...props}
      />
      {menu}
    </>
  )
}

function useErase({ id, name }: Props['person'], onErased: () => void) {
  const t = useText()
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const toast = useToast()
  return () =>
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
}
