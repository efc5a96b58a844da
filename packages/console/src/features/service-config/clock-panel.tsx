import {
  clockModes,
  setClockAutomatic,
  setClockManual,
  type ClockConfig,
} from '@gatehouse/contract/features/service-config.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DatePicker, Form, Select } from 'antd'
import dayjs from 'dayjs'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantOf, nowMs } from '../../lib/clock.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { instantOfWall, wallTimeOf } from '../../ui/form/wall-clock.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { clockQuery, serviceConfigPath } from './service-config-queries.ts'

/** `time`: by time servers, or by hand. */
export function ClockPanel() {
  const t = useText()
  const { data, error, refetch } = useQuery(clockQuery)
  const { close } = usePanelRoute(serviceConfigPath)
  if (data) return <ClockForm clock={data} onClose={close} />
  return (
    <DetailPanel title={t('service:clock.title')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

const clockForm = z.object({
  mode: z.enum(clockModes),
  servers: setClockAutomatic.body.shape.servers,
  /** null: the time of this computer, at the moment of saving. */
  at: setClockManual.body.shape.at.nullable(),
})

function save({ mode, servers, at }: z.output<typeof clockForm>): Promise<ClockConfig> {
  if (mode === 'automatic') return call(setClockAutomatic, { body: { servers } })
  const clientMs = nowMs()
  return call(setClockManual, { body: { at: at ?? instantOf(clientMs), clientMs } })
}

function ClockForm({ clock, onClose }: { clock: ClockConfig; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const client = useQueryClient()
  return (
    <FormPanel
      title={t('service:clock.title')}
      schema={clockForm}
      initial={{ mode: clock.mode, servers: clock.servers, at: null }}
      submitLabel={t('form:save')}
      onSubmit={save}
      onSaved={(saved) => {
        client.setQueryData(clockQuery.queryKey, saved)
        toast.done(t('service:clock.saved'))
        onClose()
      }}
      errorFields={{ 'clock.too-far': 'at', 'clock.outside-licence': 'at' }}
      onClose={onClose}
    >
      <FormField name="mode" label={t('service:clock.mode')}>
        <Select options={clockModes.map((value) => ({ value, label: t(`service:clock.modes.${value}`) }))} />
      </FormField>
      {/* what the other way needs stays out of the way, and is kept */}
      <Form.Item noStyle dependencies={['mode']}>
        {({ getFieldValue }) => (
          <>
            <div hidden={getFieldValue('mode') !== 'automatic'}>
              <FormField name="servers" label={t('service:clock.servers')} hint={t('service:clock.serversHint')}>
                <Select
                  mode="tags"
                  open={false}
                  suffixIcon={null}
                  tokenSeparators={[',', ';', ' ']}
                  placeholder="pool.ntp.org"
                />
              </FormField>
            </div>
            <div hidden={getFieldValue('mode') !== 'manual'}>
              <FormField name="at" label={t('service:clock.at')} hint={t('service:clock.atHint')}>
                <TimePicker placeholder={t('service:clock.thisComputer')} />
              </FormField>
            </div>
          </>
        )}
      </Form.Item>
    </FormPanel>
  )
}

/** A time to the second, by the enterprise's wall clock. */
function TimePicker(props: {
  id?: string
  placeholder: string
  value?: string | undefined
  onChange?: (instant: string | undefined) => void
}) {
  const { value, onChange, ...rest } = props
  return (
    <DatePicker
      {...rest}
      style={{ width: '100%' }}
      showTime
      format="YYYY-MM-DD HH:mm:ss"
      needConfirm={false}
      value={value === undefined ? null : dayjs(wallTimeOf(value))}
      onChange={(day) => onChange?.(day ? instantOfWall(day.format('YYYY-MM-DDTHH:mm:ss')) : undefined)}
    />
  )
}
