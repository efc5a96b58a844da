import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { GroupSelect } from '../../parts/person/form-group-select.tsx'
import { groupList } from '../../parts/person/group-list.ts'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { blacklistCandidates } from './blacklist-queries.ts'

const schema = moveToBlacklist.body
const errorFields: ErrorFields = { 'person.not-found': 'personIds', 'group.not-found': 'groupIds' }

/** `/manmgt/blacklist/move-in?person=…`: staff or visitors, the one of the address chosen already. */
export function MoveInPanel() {
  const t = useText()
  const toast = useToast()
  const mayChooseStaff = useCan()('staff.write')
  const [params] = useSearchParams()
  const asked = params.get('person')
  const panel = usePanelRoute(pathTo('blacklist'))
  const groups = useQuery(groupList('blacklisted'))
  const first = useQuery({ ...blacklistCandidates({ id: asked ?? '' }), enabled: asked !== null })
  // data first, then the form
  if (groups.isPending || (asked !== null && first.isPending)) return null
  const groupIds = (groups.data ?? []).filter((group) => group.isDefault).map(({ id }) => id)
  const [person] = (asked !== null && first.data) || []
  return (
    <FormPanel
      title={t('blacklist:move.title')}
      schema={schema}
      initial={{ groupIds, personIds: person ? [person.id] : [] }}
      submitLabel={t('blacklist:move.title')}
      errorFields={errorFields}
      onClose={panel.close}
      onSubmit={(body) => call(moveToBlacklist, { body })}
      onSaved={({ moved }) => {
        toast.done(t('blacklist:movedIn', { count: moved }))
        panel.close()
      }}
    >
      <p className="blacklist-consequence">
        {t(mayChooseStaff ? 'blacklist:move.text' : 'blacklist:move.textVisitors')}
      </p>
      <FormField name="personIds" label={t('blacklist:move.people')}>
        <PeopleSelect {...(person && { first: { value: person.id, label: person.name } })} />
      </FormField>
      <FormField name="reason" label={t('blacklist:move.reason')}>
        <Input.TextArea rows={3} />
      </FormField>
      <FormField name="groupIds" label={t('blacklist:move.groups')} hint={t('blacklist:move.groupsHint')}>
        <GroupSelect kind="blacklisted" />
      </FormField>
    </FormPanel>
  )
}

type PeopleProps = {
  id?: string
  value?: string[]
  onChange?: (ids: string[]) => void
  first?: { value: string; label: string }
}

function PeopleSelect({ first, value = [], ...rest }: PeopleProps) {
  const t = useText()
  const mayChooseStaff = useCan()('staff.write')
  const [keyword, setKeyword] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map(first ? [[first.value, first.label]] : []))
  const people = useQuery(blacklistCandidates({ keyword }))
  const options = useMemo(() => {
    const found = (people.data ?? []).map(({ id, name, kind, jobId, department }) => ({
      value: id,
      label: [name, t(`blacklist:original.${kind}`), jobId, department].filter(Boolean).join(' · '),
    }))
    // those chosen have a name even when another search no longer finds them
    const missing = value.filter((id) => !found.some((option) => option.value === id))
    return [...missing.map((id) => ({ value: id, label: known.get(id) ?? id })), ...found]
  }, [people.data, value, known, t])
  return (
    <Select<string[]>
      mode="multiple"
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder={t(mayChooseStaff ? 'blacklist:move.peopleHint' : 'blacklist:move.visitorsHint')}
      notFoundContent={t('blacklist:move.none')}
      loading={people.isFetching}
      value={value}
      options={options}
      {...rest}
      onChange={(ids) => {
        setKnown(new Map([...known, ...options.map((option) => [option.value, option.label] as const)]))
        rest.onChange?.(ids)
      }}
    />
  )
}
