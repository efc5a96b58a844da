import { createDepartment, updateDepartment, type Department } from '@gatehouse/contract/features/departments.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DepartmentSelect } from './department-select.tsx'
import { departmentList, staffChoices } from './staff-queries.ts'
import { useDepartmentPagePath } from './use-department.ts'

const schema = createDepartment.body
const errorFields: ErrorFields = {
  'department.name-taken': 'name',
  'department.too-deep': 'parentId',
  'department.cycle': 'parentId',
  'department.not-found': 'parentId',
  'staff.not-found': 'managerId',
}

/** `department/new?below=…`: a new department, below the one that it was asked for. */
export function DepartmentCreatePanel() {
  const t = useText()
  const navigate = useNavigate()
  const toast = useToast()
  const [params] = useSearchParams()
  const panel = usePanelRoute(useDepartmentPagePath())
  const parentId = params.get('below')
  return (
    <FormPanel
      title={t('departments:form.create')}
      schema={schema}
      initial={{ parentId }}
      submitLabel={t('departments:form.submit')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(createDepartment, { body })}
      onSaved={(department) => {
        toast.done(t('departments:created', { name: department.name }))
        void navigate(pathTo('staff', { deptId: department.number }))
      }}
    >
      <DepartmentFields />
    </FormPanel>
  )
}

/** `department/:departmentId/edit`: rename, move, set the manager. */
export function DepartmentEditPanel() {
  const { departmentId = '' } = useParams()
  const departments = useQuery(departmentList)
  const department = departments.data?.find(({ id }) => id === departmentId)
  // the list behind is being loaded, or says itself that it was not
  return department ? <DepartmentEdit department={department} /> : null
}

function DepartmentEdit({ department }: { department: Department }) {
  const t = useText()
  const toast = useToast()
  const panel = usePanelRoute(useDepartmentPagePath())
  const initial = { ...department, managerId: department.manager?.id }
  return (
    <FormPanel
      title={t('departments:form.edit', { name: department.name })}
      schema={schema}
      initial={initial}
      submitLabel={t('form:save')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(updateDepartment, { params: { id: department.id }, body })}
      onSaved={(saved) => {
        toast.done(t('departments:saved', { name: saved.name }))
        panel.close()
      }}
    >
      <DepartmentFields department={department} />
    </FormPanel>
  )
}

function DepartmentFields({ department }: { department?: Department }) {
  const t = useText()
  return (
    <>
      <FormField name="name" label={t('departments:form.name')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
      <FormField name="parentId" label={t('departments:form.parent')}>
        <DepartmentSelect
          placeholder={t('departments:form.parentNone')}
          {...(department && { except: department.id })}
        />
      </FormField>
      <FormField name="managerId" label={t('departments:form.manager')} hint={t('departments:form.managerHint')}>
        <ManagerSelect manager={department?.manager ?? null} />
      </FormField>
    </>
  )
}

type ManagerProps = { id?: string; value?: string; onChange?: (id: string | undefined) => void }

function ManagerSelect({ manager, ...rest }: ManagerProps & { manager: Department['manager'] }) {
  const [keyword, setKeyword] = useState('')
  const people = useQuery(staffChoices(keyword))
  const options = useMemo(() => {
    const found = (people.data?.items ?? []).map(({ id, name, jobId }) => ({
      value: id,
      label: jobId ? `${name} (${jobId})` : name,
    }))
    // the manager of now has a name even when no search found them
    const isMissing = manager !== null && !found.some(({ value }) => value === manager.id)
    return isMissing ? [{ value: manager.id, label: manager.name }, ...found] : found
  }, [people.data, manager])
  return (
    <Select<string | undefined>
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      allowClear
      loading={people.isFetching}
      options={options}
      {...rest}
    />
  )
}
