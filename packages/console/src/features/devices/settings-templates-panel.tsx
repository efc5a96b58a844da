import {
  deleteSettingsTemplate,
  planSettingsBatch,
  type SettingsTemplate,
} from '@gatehouse/contract/features/device-settings.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { callAndRefresh } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useSelectedDevices } from './selected-devices.ts'
import { templatesQuery } from './device-queries.ts'
import './devices.css'

/** Templates of settings: looked at, taken away, and, for devices that were chosen in the list, applied. */
export function SettingsTemplatesPanel() {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const navigate = useNavigate()
  const confirmDelete = useConfirmDelete()
  const deviceIds = useSelectedDevices()
  const { close, to } = usePanelRoute(pathTo('deviceList'))
  const templates = useQuery(templatesQuery)
  const plan = useMutation({
    ...mutationOf(planSettingsBatch),
    onSuccess: ({ id }) => void navigate(to(`settings/${id}`), { replace: true }),
    onError: toast.failed,
  })
  const remove = ({ id, name }: SettingsTemplate) =>
    void confirmDelete({
      title: t('devices:template.deleteTitle', { name }),
      text: t('devices:template.deleteText'),
      action: t('devices:template.deleteButton'),
      ends: [id],
      run: async () => {
        await callAndRefresh(deleteSettingsTemplate, { params: { id } })
        toast.done(t('devices:template.deleted', { name }))
      },
    })
  return (
    <DetailPanel title={t('devices:template.title')} onClose={close}>
      <p>{t('devices:template.text')}</p>
      {templates.isPending ? (
        <DetailSkeleton lines={4} />
      ) : templates.isError ? (
        <ErrorPanel error={templates.error} onRetry={() => void templates.refetch()} />
      ) : templates.data.length === 0 ? (
        <EmptyState isSmall title={t('devices:template.emptyTitle')} text={t('devices:template.emptyText')} />
      ) : (
        <>
          {deviceIds.length === 0 && <p className="device-words">{t('devices:template.useHint')}</p>}
          <ul className="device-lines">
            {templates.data.map((template) => (
              <li key={template.id}>
                <span>
                  <strong>{template.name}</strong>
                  <small className="device-words device-small">
                    {template.model && `${t('devices:template.from', { model: template.model })} · `}
                    {t('devices:template.by', { name: template.createdBy })} ·{' '}
                    <Instant at={template.createdAt} detail="minute" />
                  </small>
                </span>
                {can('device.write') && (
                  <span className="device-line-tools">
                    {deviceIds.length > 0 && (
                      <Button
                        type="primary"
                        onClick={() =>
                          plan.mutate({ body: { deviceIds, values: template.values, templateId: template.id } })
                        }
                      >
                        {t('devices:template.use', { count: deviceIds.length })}
                      </Button>
                    )}
                    <Button danger onClick={() => remove(template)}>
                      {t('devices:template.delete')}
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPanel>
  )
}
