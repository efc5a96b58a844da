import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useMemo, useState } from 'react'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { FaceThumbnail } from '../../parts/face/face-thumbnail.tsx'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { ChoiceList } from './choice-list.tsx'
import { doorsOf } from './group-impact.tsx'
import { departmentChoices, groupCandidates, groupDetail } from './group-queries.ts'
import { useSelectedGroup, useGroupPath, useGroupKind } from './use-group.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Segments } from '../../ui/page/segments.tsx'

/** `…/{groupId}/add`: people by name, or (staff) a department with all below it. */
export function GroupAddPanel() {
  const t = useText()
  const toast = useToast()
  const kind = useGroupKind()
  const panel = usePanelRoute(useGroupPath())
  const { group } = useSelectedGroup()
  const [way, setWay] = useState<'people' | 'department'>('people')
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const [departmentId, setDepartmentId] = useState<string | null>(null)
  const id = group?.id ?? ''
  const people = useQuery({ ...groupCandidates(kind, id, keyword), enabled: group !== undefined })
  const detail = useQuery({ ...groupDetail(kind, id), enabled: group !== undefined })
  const save = useMutation({
    ...mutationOf(groupRoutesOf[kind].addMembers),
    onSuccess: ({ added }) => {
      if (group) toast.done(t('groups:added', { count: added, name: groupName(group.name, t) }))
      panel.close()
    },
  })
  if (!group) return null

  const isReady = way === 'people' ? chosen.size > 0 : departmentId !== null
  const body = way === 'people' ? { personIds: [...chosen.keys()] } : { departmentId: departmentId ?? '' }
  const doors = detail.data && doorsOf(detail.data, t)
  return (
    <DetailPanel
      title={t('groups:addTo', { name: groupName(group.name, t) })}
      width={480}
      onClose={panel.close}
      footer={
        <div className="form-bar">
          <Button onClick={panel.close}>{t('form:cancel')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={!isReady}
            onClick={() => save.mutate({ params: { id }, body })}
          >
            {way === 'people' ? t('groups:addCount', { count: chosen.size }) : t('groups:addDepartment')}
          </Button>
        </div>
      }
    >
      {save.error && <Notice kind="bad" title={errorText(save.error, t)} />}
      <p className="group-consequence">
        {doors
          ? t(kind === 'blacklisted' ? 'groups:doorsRefuse' : 'groups:doorsLearn', { doors })
          : t('groups:noDoorsYet')}
      </p>
      {kind === 'staff' && (
        <Segments
          className="group-way"
          label={t('groups:way.label')}
          value={way}
          options={[
            { value: 'people', label: t('groups:way.people') },
            { value: 'department', label: t('groups:way.department') },
          ]}
          onChange={setWay}
        />
      )}
      {way === 'people' ? (
        <ChoiceList
          label={t('groups:candidates')}
          hint={t(`groups:of.${kind}.searchHint`)}
          onSearch={setKeyword}
          query={people}
          choices={people.data?.map(({ id, name, portraitId, jobId, department }) => ({
            id,
            name,
            facts: [jobId, department].filter(Boolean).join(' · '),
            picture: <FaceThumbnail kind="portrait" imageId={portraitId} />,
          }))}
          none={t(keyword === '' ? 'groups:noneLeft' : 'groups:noCandidates')}
          chosen={chosen}
          onChange={setChosen}
        />
      ) : (
        <DepartmentChoice value={departmentId} onChange={setDepartmentId} />
      )}
    </DetailPanel>
  )
}

function DepartmentChoice(props: { value: string | null; onChange: (id: string | null) => void }) {
  const t = useText()
  const departments = useQuery(departmentChoices)
  const options = useMemo(() => {
    const paths = new Map<string, string>()
    // parents come before children
    for (const { id, name, parentId } of departments.data ?? []) {
      const above = parentId === null ? undefined : paths.get(parentId)
      paths.set(id, above === undefined ? name : `${above} / ${name}`)
    }
    return [...paths].map(([value, label]) => ({ value, label }))
  }, [departments.data])
  return (
    <>
      <Select
        className="group-department"
        aria-label={t('groups:way.department')}
        placeholder={t('groups:chooseDepartment')}
        showSearch={{ optionFilterProp: 'label' }}
        loading={departments.isPending}
        value={props.value}
        options={options}
        onChange={props.onChange}
      />
      <p className="group-consequence">{t('groups:departmentHint')}</p>
    </>
  )
}
