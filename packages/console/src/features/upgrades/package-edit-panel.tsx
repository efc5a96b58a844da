import { editForm, updatePackage } from '@gatehouse/contract/features/upgrades.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { packageErrorFields } from './package-error-fields.ts'
import { PackageFields } from './package-form.tsx'
import { nameOf } from './package-words.tsx'
import { packagePaths, packageDetail } from './upgrade-queries.ts'
import { useKind } from './use-kind.ts'

/** `…/detail/edit?id=`: a published package goes out again (UPG-03). */
export function PackageEditPanel() {
  const t = useText()
  const kind = useKind()
  const client = useQueryClient()
  const toast = useToast()
  const [params] = useSearchParams()
  const panel = usePanelRoute(`${packagePaths[kind]}/detail`)
  const { data: item } = useQuery(packageDetail(params.get('id') ?? ''))
  if (!item) return null
  return (
    <FormPanel
      title={t('upgrades:edit.title', { name: nameOf(item) })}
      schema={editForm}
      initial={item}
      submitLabel={t('form:save')}
      errorFields={packageErrorFields}
      onClose={panel.close}
      onSubmit={(body) => call(updatePackage, { params: { id: item.id }, body: { ...body, revision: item.revision } })}
      onSaved={(saved) => {
        client.setQueryData(packageDetail(saved.id).queryKey, saved)
        const words = saved.status === 'published' ? 'upgrades:edit.savedPublished' : 'upgrades:edit.saved'
        toast.done(t(words, { name: nameOf(saved) }))
        panel.close()
      }}
    >
      <PackageFields kind={kind} make={item.make} />
    </FormPanel>
  )
}
