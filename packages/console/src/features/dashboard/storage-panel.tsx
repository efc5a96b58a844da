import {
  bytesPerGb,
  storageSettings,
  type StorageState,
  updateStorageSettings,
} from '@gatehouse/contract/features/storage.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, InputNumber } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { dashboardQuery, storageQuery } from './dashboard-queries.ts'
import { gigabytes } from './gigabytes.ts'

/** With a threshold above the free space, history is overwritten a day later: the form asks first. */
class OverwritesSoon extends Error {}

/** `/dashboard/storage`: the free disk space, what was overwritten, and the thresholds. */
export function StoragePanel() {
  const t = useText()
  const client = useQueryClient()
  const toast = useToast()
  const panel = usePanelRoute(pathTo('dashboard'))
  const query = useQuery(storageQuery)
  const { data } = query
  if (!data)
    return (
      <DetailPanel title={t('dashboard:storage.title')} width={480} onClose={panel.close}>
        {query.isError ? (
          <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DetailSkeleton lines={6} />
        )}
      </DetailPanel>
    )
  return (
    <FormPanel
      title={t('dashboard:storage.title')}
      schema={storageSettings}
      initial={data.settings}
      submitLabel={t('form:save')}
      errorFields={{ 'storage.thresholds-crossed': 'overwriteGb' }}
      onClose={panel.close}
      onSubmit={async (body, force) => {
        const { thresholds, defaults, freeBytes } = data
        const overwriteGb = body.overwriteGb ?? defaults.overwriteGb
        const isMore = overwriteGb > thresholds.overwriteGb
        const isCrossed = overwriteGb > (body.warnGb ?? defaults.warnGb)
        if (!force && isMore && !isCrossed && overwriteGb * bytesPerGb > freeBytes) throw new OverwritesSoon()
        return call(updateStorageSettings, { body })
      }}
      refusal={(error, submit) =>
        error instanceof OverwritesSoon && (
          <>
            <p>{t('dashboard:storage.soon', { free: gigabytes(data.freeBytes) })}</p>
            <Button danger onClick={() => submit(true)}>
              {t('dashboard:storage.soonButton')}
            </Button>
          </>
        )
      }
      onSaved={(saved) => {
        client.setQueryData(storageQuery.queryKey, saved)
        void client.invalidateQueries({ queryKey: dashboardQuery.queryKey })
        toast.done(t('dashboard:storage.saved'))
        panel.close()
      }}
    >
      <StorageFacts storage={data} t={t} />
      <FormField
        name="warnGb"
        label={t('dashboard:storage.warn')}
        hint={t('dashboard:storage.warnHint', { gb: data.defaults.warnGb })}
      >
        <InputNumber
          min={1}
          max={100_000}
          precision={0}
          suffix={'GB'}
          placeholder={formatNumber(data.defaults.warnGb)}
        />
      </FormField>
      <FormField
        name="overwriteGb"
        label={t('dashboard:storage.overwrite')}
        hint={t('dashboard:storage.overwriteHint', { gb: data.defaults.overwriteGb })}
      >
        <InputNumber
          min={1}
          max={100_000}
          precision={0}
          suffix={'GB'}
          placeholder={formatNumber(data.defaults.overwriteGb)}
        />
      </FormField>
      <p>
        <Link to={pathTo('signRecord', { below: 'settings' })}>{t('dashboard:storage.retention')}</Link>
      </p>
    </FormPanel>
  )
}

function StorageFacts({ storage, t }: { storage: StorageState; t: Text }) {
  const { freeBytes, totalBytes, daysLeft, beginsAt, overwritten } = storage
  return (
    <DetailList
      items={[
        {
          label: t('dashboard:storage.free'),
          value: t('dashboard:storage.freeOf', { free: gigabytes(freeBytes), total: gigabytes(totalBytes) }),
        },
        beginsAt === null
          ? {
              label: t('dashboard:storage.forecast'),
              value:
                daysLeft === null
                  ? t('dashboard:storage.noForecast')
                  : t('dashboard:storage.days', { count: Math.floor(daysLeft) }),
            }
          : {
              label: t('dashboard:storage.begins'),
              value: t('dashboard:storage.beginsAt', { at: companyTime(beginsAt, 'minute') }),
            },
        ...overwritten.map(({ kind, untilAt, items, lastAt }) => ({
          label: t(`dashboard:storage.kind.${kind}`),
          value: t('dashboard:storage.gone', {
            count: items,
            until: companyTime(untilAt, 'minute'),
            at: companyTime(lastAt, 'minute'),
          }),
        })),
      ]}
    />
  )
}
