import { Input } from 'antd'
import { useText } from '../../i18n/i18n.ts'
import { FaceUpload } from '../../ui/face-upload.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { GroupSelect } from '../../ui/form-group-select.tsx'
import { DepartmentSelect } from './department-select.tsx'

/** The fields of a member of staff, the same for a new one and an old one. */
export function StaffFields() {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('staff:form.name')}>
        <Input autoComplete="off" />
      </FormField>
      <FormField name="portraitId" label={t('form:portrait.label')}>
        <FaceUpload />
      </FormField>
      <FormField name="departmentId" label={t('staff:form.department')}>
        <DepartmentSelect placeholder={t('staff:form.departmentNone')} />
      </FormField>
      <FormField name="groupIds" label={t('staff:form.groups')} hint={t('staff:form.groupsHint')}>
        <GroupSelect kind="staff" />
      </FormField>
      <div className="form-row">
        <FormField name="jobId" label={t('staff:form.jobId')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="position" label={t('staff:form.position')}>
          <Input autoComplete="off" />
        </FormField>
        <FormField name="phone" label={t('staff:form.phone')} hint={t('staff:form.phoneHint')}>
          <Input type="tel" autoComplete="off" />
        </FormField>
        <FormField name="email" label={t('staff:form.email')}>
          <Input type="email" autoComplete="off" />
        </FormField>
      </div>
      <FormField name="remark" label={t('staff:form.remark')}>
        <Input.TextArea rows={3} />
      </FormField>
    </>
  )
}
