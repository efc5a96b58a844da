import { Form, Select } from 'antd'
import { useEffect } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { usePackageAbility, usePackageMakes } from './use-package-ability.ts'
import type { Kind } from './upgrade-queries.ts'

/** The make of the terminals that a package is for; nobody is asked where only one make takes such packages. */
export function PackageMakeField({ kind }: { kind: Kind }) {
  const t = useText()
  const form = Form.useFormInstance()
  const makes = usePackageMakes(kind)
  const make: unknown = Form.useWatch('make')
  const ability = usePackageAbility(kind, make)
  useEffect(() => {
    if (!ability) return
    const { strategies, forms } = ability
    if (!strategies.some((one) => one === form.getFieldValue('strategy'))) form.setFieldValue('strategy', strategies[0])
    if (!forms.some((one) => one === form.getFieldValue('form'))) form.setFieldValue('form', forms[0])
  }, [ability, form])
  if (makes.length < 2) return null
  return (
    <FormField name="make" label={t('upgrades:column.make')}>
      <Select options={makes.map(({ make }) => ({ value: make, label: t(`upgrades:make.${make}`) }))} />
    </FormField>
  )
}
