import {
  getRecordSettings,
  listRecordDeletions,
  recordSettings,
  updateRecordSettings,
} from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber, Switch } from 'antd'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

const settingsQuery = queryOf(getRecordSettings)

const kinds = ['staff', 'visitor', 'stranger', 'spoof', 'blacklisted'] as const

/** `/sign/signRecord/settings`: how long records are kept, and how far the last deletions are. */
export function RecordSettingsPanel() {
  const t = useText()
  const client = useQueryClient()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('signRecord'))
  const query = useQuery({ ...queryOf(getRecordSettings), staleTime: 0 })
  const deletions = useQuery(queryOf(listRecordDeletions))
  if (!query.data)
    return (
      <DetailPanel title={t('records:settings.title')} width={480} onClose={panel.close}>
        {query.isError ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DetailSkeleton lines={8} />
        )}
      </DetailPanel>
    )
  return (
    <FormPanel
      title={t('records:settings.title')}
      schema={recordSettings}
      initial={query.data}
      submitLabel={t('form:save')}
      onClose={panel.close}
      onSubmit={(body) => call(updateRecordSettings, { body })}
      onSaved={(saved) => {
        client.setQueryData(settingsQuery.queryKey, saved)
        toast.done(t('records:settings.saved'))
        panel.close()
      }}
    >
      <p>{t('records:settings.hint')}</p>
      <div className="form-row">
        {kinds.map((kind) => (
          <FormField
            key={kind}
            name={`${kind}Days`}
            label={t('records:settings.days', { kind: t(`list:personKind.${kind}`) })}
          >
            <InputNumber
              min={1}
              max={36_500}
              precision={0}
              placeholder={t('records:settings.forEver')}
              style={{ width: '100%' }}
            />
          </FormField>
        ))}
      </div>
      <FormField name="keepsCaptures" label={t('records:settings.captures')}>
        <KeepSwitch />
      </FormField>
      {deletions.data && deletions.data.length > 0 && (
        <>
          <h3>{t('records:settings.deletions')}</h3>
          <ul className="record-deletions">
            {deletions.data.map(({ id, createdAt, createdBy, deleted, finishedAt }) => (
              <li key={id}>
                <Dated>
                  {t(finishedAt ? 'records:settings.deletionDone' : 'records:settings.deletionRunning', {
                    at: companyTime(createdAt, 'minute'),
                    who: createdBy,
                    count: deleted,
                  })}
                </Dated>
              </li>
            ))}
          </ul>
        </>
      )}
    </FormPanel>
  )
}

/** A form gives `value`; the switch calls it `checked`. */
const KeepSwitch = ({ value, ...rest }: { value?: boolean; onChange?: (value: boolean) => void; id?: string }) => (
  <Switch checked={value ?? false} {...rest} />
)
