import type { UpgradePackage } from '@gatehouse/contract/features/upgrades.ts'
import { DatePicker, Form, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import { useEffect } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormSwitch } from '../../ui/form/form-switch.tsx'
import { PackageMakeField } from './package-make-field.tsx'
import type { Kind } from './upgrade-queries.ts'
import { usePackageAbility } from './use-package-ability.ts'

/** The fields that identify a package; its signature covers them, so they stay as uploaded. */
export function PackageIdentityFields({ kind }: { kind: Kind }) {
  const t = useText()
  const make: unknown = Form.useWatch('make')
  const ability = usePackageAbility(kind, make)
  const form: unknown = Form.useWatch('form')
  const isApplication = kind === 'application'
  return (
    <>
      <PackageMakeField kind={kind} />
      {isApplication && (
        <FormField name="packageName" isNeeded label={t('upgrades:column.packageName')}>
          <Input />
        </FormField>
      )}
      <FormField
        name="model"
        isNeeded={!isApplication}
        label={t('upgrades:column.model')}
        hint={t(isApplication ? 'upgrades:upload.modelOptional' : 'upgrades:upload.modelHint')}
      >
        <Input />
      </FormField>
      <FormField
        name="version"
        label={t(`upgrades:column.version.${kind}`)}
        hint={ability?.checksSignature === false && t('upgrades:upload.versionHint')}
      >
        <Input />
      </FormField>
      {isApplication && (
        <FormField name="versionCode" isNeeded label={t('upgrades:column.versionCode')}>
          <InputNumber min={0} precision={0} style={{ width: '100%' }} />
        </FormField>
      )}
      {ability?.forms.length !== 1 && (
        <FormField name="form" label={t('upgrades:column.form')}>
          <Select
            options={(['full', 'split'] as const).map((value) => ({ value, label: t(`upgrades:form.${value}`) }))}
          />
        </FormField>
      )}
      {form === 'split' && (
        <FormField name="baseVersion" isNeeded label={t('upgrades:column.baseVersion')}>
          <Input />
        </FormField>
      )}
    </>
  )
}

/** The fields that may be changed at any time. `make`: of a package that is there; a new one has a field for it. */
export function PackageFields({ kind, make }: { kind: Kind; make?: UpgradePackage['make'] }) {
  const t = useText()
  const typed: unknown = Form.useWatch('make')
  const ability = usePackageAbility(kind, make ?? typed)
  useOnlyWhatIsKnown(ability)
  const strategies = ability?.strategies ?? (['normal', 'silent', 'timed'] as const)
  // Somebody can be asked, or waited for.
  const waits = strategies.includes('normal')
  const strategy: unknown = Form.useWatch('strategy')
  const chosen = (['normal', 'silent', 'timed'] as const).find((one) => one === strategy)
  return (
    <>
      <FormField name="title" label={t('upgrades:column.title')}>
        <Input />
      </FormField>
      <FormField
        name="strategy"
        label={t('upgrades:column.strategy')}
        hint={chosen && t(`upgrades:strategyHint.${chosen === 'silent' && !waits ? 'atOnce' : chosen}`)}
      >
        <Select
          options={strategies.map((value) => ({
            value,
            label: t(`upgrades:strategy.${value}`),
          }))}
        />
      </FormField>
      {strategy === 'timed' && (
        <FormField name="timedAt" isNeeded label={t('upgrades:column.timedAt')}>
          <LocalTimePicker />
        </FormField>
      )}
      {waits && (
        <FormField name="isForced" label={t('upgrades:column.isForced')} hint={t('upgrades:upload.forcedHint')}>
          <FormSwitch label={t('upgrades:column.isForced')} />
        </FormField>
      )}
      <FormFold title={t('upgrades:upload.more')}>
        {ability?.tellsHardware !== false && (
          <FormField
            name="hardwareVersions"
            label={t('upgrades:column.hardwareVersions')}
            hint={t('upgrades:upload.hardwareHint')}
          >
            <Input />
          </FormField>
        )}
        <FormField name="fromVersions" label={t('upgrades:column.fromVersions')} hint={t('upgrades:upload.fromHint')}>
          <Input />
        </FormField>
        <FormField name="manufacturer" label={t('upgrades:column.manufacturer')}>
          <Input />
        </FormField>
        <FormField name="descriptionZh" label={t('upgrades:column.descriptionZh')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </FormField>
        <FormField name="descriptionEn" label={t('upgrades:column.descriptionEn')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </FormField>
      </FormFold>
    </>
  )
}

/** Clears what was typed for another make, of which this one knows nothing: its field is hidden, and would be sent all the same. */
function useOnlyWhatIsKnown(ability: ReturnType<typeof usePackageAbility>) {
  const form = Form.useFormInstance()
  useEffect(() => {
    if (!ability) return
    if (!ability.tellsHardware && form.getFieldValue('hardwareVersions')) form.setFieldValue('hardwareVersions', '')
    if (!ability.strategies.includes('normal')) form.setFieldValue('isForced', false)
  }, [ability, form])
}

type Bound<T> = { id?: string; value?: T | undefined; onChange?: (value: T | undefined) => void }

/** A wall-clock time without a zone: each device takes it by its own. */
const LocalTimePicker = ({ value, onChange, ...rest }: Bound<string>) => (
  <DatePicker
    {...rest}
    style={{ width: '100%' }}
    showTime={{ format: 'HH:mm' }}
    format="YYYY-MM-DD HH:mm"
    needConfirm={false}
    value={value === undefined ? null : dayjs(value)}
    onChange={(day) => onChange?.(day ? day.format('YYYY-MM-DDTHH:mm') : undefined)}
  />
)
