import {
  failuresThatStop,
  previewPackage,
  publishInput,
  publishPackage,
  shareOf,
  type UpgradePackage,
} from '@gatehouse/contract/features/upgrades.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CallError, isCode } from '../../api/call-error.ts'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { DevicesSelect } from '../../parts/device/device-select.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { nameOf } from './package-words.tsx'
import { packagePaths, packageDetail, packagePreview } from './upgrade-queries.ts'
import { useKind } from './use-kind.ts'
import './upgrades.css'

const start = {
  firstPercent: 10,
  firstDeviceIds: [],
  advance: 'manual',
  waitMinutes: 60,
  mostFailedPercent: 20,
  retries: 0,
}

/** Those that the package is for, with those that would go back to it where that is wanted. */
const devicesOfPackage = (id: string, match: 'matching' | 'with-downgrades') => ({
  key: ['package', id, match],
  find: async (keyword: string, signal: AbortSignal) =>
    (await call(previewPackage, { params: { id }, query: { match, keyword, size: 50 } }, { signal })).items,
})

/** `…/detail/publish?id=`: the first devices and the next stage. Published after a confirmation (UPG-03). */
export function PackagePublishPanel() {
  const t = useText()
  const kind = useKind()
  const [params] = useSearchParams()
  const id = params.get('id') ?? ''
  const panel = usePanelRoute(`${packagePaths[kind]}/detail`)
  const { data: item } = useQuery(packageDetail(id))
  const { data: preview } = useQuery(packagePreview(id, { size: 1 }))
  const [isDowngrade, setIsDowngrade] = useState(false)
  const ask = useAskToPublish(panel.close)
  if (!item || !preview) return null
  const { matching, others, downgrades } = preview.counts
  return (
    <FormPanel
      title={t('upgrades:publish.title', { name: nameOf(item) })}
      schema={publishInput}
      initial={start}
      submitLabel={t('upgrades:publish.submit')}
      onClose={panel.close}
      onSubmit={async (plan) => plan}
      onSaved={(plan) => ask(item, plan, isDowngrade, downgrades)}
    >
      <p>
        {t('upgrades:publish.matching', { count: matching })}{' '}
        <span className="upgrade-quiet">{t('upgrades:publish.others', { count: others })}</span>
      </p>
      {item.strategy === 'timed' && item.timedAt && (
        <p className="upgrade-why">
          <Dated>{t('upgrades:publish.timedAt', { at: item.timedAt.replace('T', ' ') })}</Dated>
        </p>
      )}
      <ShareField />
      <FormField
        name="firstDeviceIds"
        label={t('upgrades:publish.firstDevices')}
        hint={t('upgrades:publish.firstDevicesHint')}
      >
        <DevicesSelect among={devicesOfPackage(id, isDowngrade ? 'with-downgrades' : 'matching')} />
      </FormField>
      <FormField name="advance" label={t('upgrades:publish.advance')}>
        <Select
          options={(['manual', 'timed'] as const).map((value) => ({ value, label: t(`upgrades:publish.${value}`) }))}
        />
      </FormField>
      <WaitField />
      <StopField matching={matching + (isDowngrade ? downgrades : 0)} />
      <FormField name="retries" label={t('upgrades:publish.retries')}>
        <InputNumber min={0} max={5} precision={0} style={{ width: '100%' }} />
      </FormField>
      {downgrades > 0 && (
        <Form.Item label={t('upgrades:publish.downgrade', { count: downgrades })}>
          <FormSwitch
            label={t('upgrades:publish.downgrade', { count: downgrades })}
            value={isDowngrade}
            onChange={(isOn) => setIsDowngrade(isOn ?? false)}
          />
        </Form.Item>
      )}
    </FormPanel>
  )
}

const useFirstDevices = (): string[] => Form.useWatch<string[] | undefined>('firstDeviceIds') ?? []

/** How many are first, where they are not named one by one. */
function ShareField() {
  const t = useText()
  const form = Form.useFormInstance()
  const isReplaced = useFirstDevices().length > 0
  useEffect(() => {
    // A value in a hidden field must not prevent the form from being sent.
    if (isReplaced) form.setFieldValue('firstPercent', start.firstPercent)
  }, [form, isReplaced])
  return (
    <FormField
      name="firstPercent"
      label={t('upgrades:publish.firstPercent')}
      hint={t('upgrades:publish.firstPercentHint')}
      isReplaced={isReplaced}
    >
      <InputNumber min={1} max={100} precision={0} disabled={isReplaced} style={{ width: '100%' }} />
    </FormField>
  )
}

/** The share of failures, and how many devices of the first stage that are. */
function StopField({ matching }: { matching: number }) {
  const t = useText()
  const named = useFirstDevices().length
  const percent = Form.useWatch<number | null>('firstPercent')
  const most = Form.useWatch<number | null>('mostFailedPercent')
  const first = named > 0 ? named : shareOf(matching, percent ?? start.firstPercent)
  const failures = failuresThatStop(first, most ?? start.mostFailedPercent)
  const hint =
    first === 0
      ? undefined
      : failures > first
        ? t('upgrades:publish.stopsNever')
        : failures === 1
          ? t('upgrades:publish.stopsAtFirst', { count: first })
          : t('upgrades:publish.stopsAt', { count: first, failures })
  return (
    <FormField name="mostFailedPercent" label={t('upgrades:publish.mostFailed')} hint={hint}>
      <InputNumber min={0} max={100} precision={0} style={{ width: '100%' }} />
    </FormField>
  )
}

function WaitField() {
  const t = useText()
  if (Form.useWatch('advance') !== 'timed') return null
  return (
    <FormField name="waitMinutes" label={t('upgrades:publish.waitMinutes')} hint={t('upgrades:publish.waitHint')}>
      <InputNumber min={1} max={43_200} precision={0} style={{ width: '100%' }} />
    </FormField>
  )
}

type Plan = Omit<Body<typeof publishPackage>, 'allowsDowngrade'>

/** Asks once, and where later versions would be lost a second time. */
function useAskToPublish(onDone: () => void) {
  const t = useText()
  const confirm = useConfirm()
  const client = useQueryClient()
  const toast = useToast()
  return (item: UpgradePackage, plan: Plan, isDowngrade: boolean, downgrades: number) => {
    const publish = async (allowsDowngrade: boolean) => {
      const saved = await call(publishPackage, { params: { id: item.id }, body: { ...plan, allowsDowngrade } })
      client.setQueryData(packageDetail(item.id).queryKey, saved)
      toast.done(t('upgrades:publish.done', { name: nameOf(item) }))
      onDone()
    }
    const askAgain = (count: number) =>
      void confirm(
        {
          title: t('upgrades:publish.askDowngrade', { version: item.version }),
          text: t('upgrades:publish.askDowngradeText', { count }),
          action: t('upgrades:publish.buttonDowngrade', { version: item.version }),
          run: () => publish(true),
        },
        { isDangerous: true },
      )
    void confirm({
      title: t('upgrades:publish.ask', { name: nameOf(item) }),
      text: t('upgrades:publish.askText'),
      action: t('upgrades:publish.button'),
      run: async () => {
        if (isDowngrade) askAgain(downgrades)
        else await publish(false)
      },
      afterRefusal: (error, close) =>
        error instanceof CallError &&
        isCode<typeof publishPackage>(error, 'package.downgrade') && (
          <Button
            danger
            onClick={() => {
              close()
              askAgain(downgrades)
            }}
          >
            {t('upgrades:publish.buttonDowngrade', { version: item.version })}
          </Button>
        ),
    })
  }
}
