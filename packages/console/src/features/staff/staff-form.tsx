import { furtherPortraitIds } from '@gatehouse/contract/features/portraits/sent-portraits.ts'
import { staffInput, staffTypes } from '@gatehouse/contract/features/staff.ts'
import { Input, Select } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { FaceDisplayUpload } from '../../parts/face/face-display-upload.tsx'
import { FaceUpload } from '../../parts/face/face-upload.tsx'
import { DateInput } from '../../ui/form/form-date.tsx'
import { FormFold } from '../../ui/form/form-fold.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { GroupChips } from '../../parts/person/form-group-chips.tsx'
import { CountrySelect } from './country-select.tsx'
import { GroupDoorsHint } from './group-doors-hint.tsx'
import { DepartmentSelect } from './department-select.tsx'

export const staffFormInput = staffInput.extend({ furtherPortraitIds })

type Props = {
  isNew?: boolean
  /** Under the portrait. */
  furtherFaces: ReactNode
}

/** The fields of a member of staff, for creating and editing: four first, the rest folded by what they are about. */
export function StaffFields({ isNew = false, furtherFaces }: Props) {
  const t = useText()
  return (
    <>
      <FormField name="portraitId" label={t('form:portrait.label')}>
        <FaceUpload />
      </FormField>
      {furtherFaces}
      <FormField name="name" label={t('staff:form.name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="departmentId" label={t('staff:form.department')}>
        <DepartmentSelect placeholder={t('staff:form.departmentNone')} />
      </FormField>
      <FormField name="groupIds" label={t('staff:form.groups')} hint={<GroupDoorsHint />}>
        <GroupChips kind="staff" label={t('staff:form.groups')} />
      </FormField>
      <WorkFold />
      <ContactFold />
      <FormFold title={t('staff:section.card')}>
        <FormField name="icCard" label={t('staff:form.icCard')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField
          name="pin"
          label={t('staff:form.pin')}
          hint={t(isNew ? 'staff:form.pinNewHint' : 'staff:form.pinHint')}
        >
          <Input inputMode="numeric" autoComplete="off" />
        </FormField>
      </FormFold>
      <IdentityFold />
      <FormFold title={t('staff:section.device')}>
        <FormField name="prompt" label={t('staff:form.prompt')} hint={t('staff:form.promptHint')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="displayPortraitId" label={t('form:portrait.displayLabel')}>
          <FaceDisplayUpload />
        </FormField>
      </FormFold>
    </>
  )
}

function WorkFold() {
  const t = useText()
  return (
    <FormFold title={t('staff:section.work')}>
      <div className="form-row">
        <FormField name="jobId" label={t('staff:form.jobId')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="position" label={t('staff:form.position')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="staffType" label={t('staff:form.staffType')}>
          <Select
            allowClear
            placeholder={t('staff:form.chooseType')}
            options={staffTypes.map((value) => ({ value, label: t(`staff:type.${value}`) }))}
          />
        </FormField>
        <FormField name="entryOn" label={t('staff:form.entryOn')}>
          <DateInput allowsNone />
        </FormField>
        <FormField name="leavingOn" label={t('staff:form.leavingOn')} hint={t('staff:form.leavingOnHint')}>
          <DateInput allowsNone />
        </FormField>
        <FormField name="workingPlace" label={t('staff:form.workingPlace')}>
          <Input autoComplete="off" />
        </FormField>
      </div>
      <FormField name="remark" label={t('staff:form.remark')}>
        <Input.TextArea rows={3} />
      </FormField>
    </FormFold>
  )
}

function ContactFold() {
  const t = useText()
  return (
    <FormFold title={t('staff:section.contact')}>
      <div className="form-row">
        <FormField name="phone" label={t('staff:form.phone')} hint={t('staff:form.phoneHint')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="areaCode" label={t('staff:form.areaCode')} hint={t('staff:form.areaCodeHint')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="extension" label={t('staff:form.extension')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="email" label={t('staff:form.email')}>
          <Input type="email" autoComplete="off" />
        </FormField>
      </div>
    </FormFold>
  )
}

function IdentityFold() {
  const t = useText()
  return (
    <FormFold title={t('staff:section.person')}>
      <div className="form-row">
        <FormField name="idNumber" label={t('staff:form.idNumber')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="birthdayOn" label={t('staff:form.birthdayOn')}>
          <DateInput allowsNone />
        </FormField>
        <FormField name="countryCode" label={t('staff:form.countryCode')}>
          <CountrySelect />
        </FormField>
        <FormField name="regionCode" label={t('staff:form.regionCode')} hint={t('staff:form.regionCodeHint')}>
          <Input inputMode="numeric" autoComplete="off" />
        </FormField>
      </div>
    </FormFold>
  )
}
