import {
  createSavedView,
  type SavedView,
  updateSavedView,
} from '@gatehouse/contract/features/saved-views/saved-views.ts'
import type { PageName } from '@gatehouse/contract/navigation.ts'
import { Input, type InputRef, Modal, Switch } from 'antd'
import { useRef, useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useGivesFocusBack } from '../detail/use-gives-focus-back.ts'
import { errorText } from '../feedback/error-text.ts'
import { useToast } from '../feedback/toast.tsx'

type Props = {
  page: PageName
  query: string
  address: string
  /** The own view that is renamed. */
  view: SavedView | undefined
  views: readonly SavedView[]
  onClose: () => void
}

const maxName = 40

/** A name for the list as it is. The name of an own view replaces what that one keeps. */
export function SaveViewDialog({ page, query, address, view, views, onClose }: Props) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const field = useRef<InputRef>(null)
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setIsShared] = useState(view?.isShared ?? false)
  const [problem, setProblem] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  useGivesFocusBack()
  const typed = name.trim()
  const isSame = (one: SavedView) => one.name.toLocaleLowerCase() === typed.toLocaleLowerCase()
  const replaced = view ? undefined : views.find((one) => one.owner === null && one.page === page && isSame(one))
  const save = async () => {
    if (typed === '') return setProblem(t('list:views.nameMissing'))
    setIsBusy(true)
    try {
      const changed = view ?? replaced
      if (changed) {
        const body = { name: typed, query, ...(can('view.share') && { isShared }) }
        await callAndRefresh(updateSavedView, { params: { id: changed.id }, body })
      } else await callAndRefresh(createSavedView, { body: { page, name: typed, query, isShared } })
      toast.done(t('list:views.saved'))
      onClose()
    } catch (error) {
      setProblem(errorText(error, t))
      setIsBusy(false)
    }
  }
  return (
    <Modal
      open
      title={t(view ? 'list:views.rename' : 'list:views.save')}
      okText={t(replaced ? 'list:views.replace' : 'list:views.saveButton')}
      cancelText={t('list:confirm.cancel')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      // the dialog gives the focus to its first button when it has opened: then the field takes it, which somebody types into
      afterOpenChange={(isOpen) => isOpen && field.current?.focus()}
    >
      <div className="list-view-form">
        <label>
          <span>{t('list:views.name')}</span>
          <Input
            ref={field}
            maxLength={maxName}
            value={name}
            aria-invalid={problem !== ''}
            onChange={({ target }) => {
              setName(target.value)
              setProblem('')
            }}
            onPressEnter={() => void save()}
          />
        </label>
        {problem !== '' && <p role="alert">{problem}</p>}
        {can('view.share') && (
          <label className="list-view-share">
            <Switch checked={isShared} onChange={setIsShared} />
            <span>{t('list:views.shareHint')}</span>
          </label>
        )}
        <small>{t('list:views.address', { address })}</small>
      </div>
    </Modal>
  )
}
