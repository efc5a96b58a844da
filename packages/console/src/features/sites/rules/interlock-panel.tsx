import {
  createInterlock,
  deleteInterlock,
  type Interlock,
  interlockInput,
  updateInterlock,
} from '@gatehouse/contract/features/door-rules/interlocks.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { unknownSides } from '@gatehouse/contract/features/door-rules/area-rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select, type SelectProps } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import { call, callAndRefresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../../ui/detail/detail-skeleton.tsx'
import { useConfirmDelete } from '../../../ui/feedback/confirm.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { FormField } from '../../../ui/form/form-field.tsx'
import { FormPanel } from '../../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { doorList, interlocksOf } from '../site-queries.ts'
import { nameLabel } from '../../../ui/form/name-label.ts'

const errorFields = {
  'interlock.name-taken': 'name',
  'interlock.door-without-contact': 'doorIds',
  'door.not-found': 'doorIds',
} as const

/** `detail/interlock/new?id=…` and `detail/interlock/:interlockId?id=…` */
export function InterlockPanel() {
  const t = useText()
  const { interlockId } = useParams()
  const [params] = useSearchParams()
  const siteId = params.get('id') ?? ''
  const { close } = usePanelRoute(pathTo('siteDetail'))
  const { data } = useQuery(interlocksOf(siteId))
  const interlock = data?.find(({ id }) => id === interlockId)
  if (interlockId === undefined) return <InterlockForm siteId={siteId} />
  if (interlock) return <InterlockForm key={interlock.id} siteId={siteId} interlock={interlock} />
  return (
    <DetailPanel title={t('rules:interlock.title')} onClose={close}>
      <DetailSkeleton />
    </DetailPanel>
  )
}

function InterlockForm({ siteId, interlock }: { siteId: string; interlock?: Interlock }) {
  const t = useText()
  const toast = useToast()
  const confirmDelete = useConfirmDelete()
  const { close } = usePanelRoute(pathTo('siteDetail'))
  const remove = ({ id, name, doors }: Interlock) =>
    void confirmDelete({
      title: t('rules:interlock.deleteTitle', { name }),
      text: t('rules:interlock.deleteText', { count: doors.length }),
      action: t('rules:interlock.delete'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteInterlock, { params: { id } })
        toast.done(t('rules:interlock.deleted', { name }))
        close()
      },
    })
  return (
    <FormPanel
      title={interlock ? t('rules:interlock.edit', { name: interlock.name }) : t('rules:interlock.add')}
      schema={interlockInput}
      initial={interlock ? { ...interlock, doorIds: interlock.doors.map(({ id }) => id) } : { whenUnknown: 'refuses' }}
      submitLabel={interlock ? t('form:save') : t('rules:interlock.submit')}
      errorFields={errorFields}
      onClose={close}
      onSubmit={(body) =>
        interlock ? call(updateInterlock, { params: { id: interlock.id }, body }) : call(createInterlock, { body })
      }
      onSaved={({ name }) => {
        toast.done(t(interlock ? 'rules:interlock.saved' : 'rules:interlock.created', { name }))
        close()
      }}
    >
      <p className="rule-intro">{t('rules:interlock.intro')}</p>
      <FormField name="name" label={t('rules:interlock.name')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="doorIds" label={t('rules:interlock.doors')} hint={t('rules:interlock.doorsHint')}>
        <DoorsWithContact siteId={siteId} />
      </FormField>
      <FormField name="whenUnknown" label={t('rules:unknownField')} hint={t('rules:unknownHint')}>
        <Select options={unknownSides.map((value) => ({ value, label: t(`rules:unknown.${value}`) }))} />
      </FormField>
      {interlock && (
        <Button danger onClick={() => remove(interlock)}>
          {t('rules:interlock.delete')}
        </Button>
      )}
    </FormPanel>
  )
}

/** Chooses doors of a site; a form gives value and onChange. */
function DoorsWithContact({ siteId, ...rest }: SelectProps<string[]> & { siteId: string }) {
  const t = useText()
  const doors = useQuery(doorList({ siteId, sort: 'name', order: 'asc', page: 1, size: 200 }))
  return (
    <Select<string[]>
      labelRender={nameLabel}
      mode="multiple"
      optionFilterProp="label"
      loading={doors.isPending}
      options={(doors.data?.items ?? []).map(({ id, name, hasContact }) => ({
        value: id,
        label: hasContact ? name : t('rules:interlock.withoutContact', { door: name }),
        disabled: !hasContact,
      }))}
      {...rest}
    />
  )
}
