import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { Input } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { groupPages, useSelectedGroup, useGroupPath, useGroupKind } from './use-group.ts'

const schema = groupRoutesOf.staff.create.body
const errorFields: ErrorFields = { 'group.name-taken': 'name' }

/** `…/new`: a group, which is then shown. */
export function GroupCreatePanel() {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  const kind = useGroupKind()
  const { base } = groupPages[kind]
  const panel = usePanelRoute(base)
  return (
    <FormPanel
      title={t('groups:add')}
      schema={schema}
      initial={{}}
      submitLabel={t('groups:create')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(groupRoutesOf[kind].create, { body })}
      onSaved={(group) => {
        toast.done(t('groups:created', { name: group.name }))
        void navigate(`${base}/${group.id}`)
      }}
    >
      <NameField />
    </FormPanel>
  )
}

/** `…/{groupId}/edit` */
export function GroupRenamePanel() {
  const t = useText()
  const toast = useToast()
  const kind = useGroupKind()
  const panel = usePanelRoute(useGroupPath())
  const { group } = useSelectedGroup()
  // the list behind is being loaded, or says itself that it was not
  if (!group) return null
  const name = groupName(group.name, t)
  return (
    <FormPanel
      title={t('groups:renameOf', { name })}
      schema={schema}
      initial={{ name }}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(groupRoutesOf[kind].rename, { params: { id: group.id }, body })}
      onSaved={(saved) => {
        toast.done(t('groups:renamed', { name: groupName(saved.name, t) }))
        panel.close()
      }}
    >
      <NameField />
    </FormPanel>
  )
}

function NameField() {
  const t = useText()
  return (
    <FormField name="name" label={t('groups:name')}>
      <Input autoComplete="off" maxLength={128} />
    </FormField>
  )
}
