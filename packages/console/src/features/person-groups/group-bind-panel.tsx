import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { ChoiceList } from './choice-list.tsx'
import { groupDoors } from './group-queries.ts'
import { useSelectedGroup, useGroupPath, useGroupKind } from './use-group.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const shownDoors = 50

/** `…/{groupId}/bind`: devices that are to know the people of the group. */
export function GroupBindPanel() {
  const t = useText()
  const toast = useToast()
  const kind = useGroupKind()
  const navigate = useNavigate()
  const address = useGroupPath()
  const close = () => void navigate(`${address}?tab=devices`)
  const { group } = useSelectedGroup()
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const id = group?.id ?? ''
  const doors = useQuery({
    ...groupDoors(kind, id, false, { keyword: keyword || undefined, size: shownDoors }),
    enabled: group !== undefined,
  })
  const save = useMutation({
    ...mutationOf(groupRoutesOf[kind].bind),
    onSuccess: ({ bound }) => {
      toast.done(t('groups:bound', { count: bound }))
      close()
    },
  })
  if (!group) return null
  const body = { deviceIds: [...chosen.keys()] }
  return (
    <DetailPanel
      title={t('groups:bindTitle', { name: groupName(group.name, t) })}
      width={480}
      onClose={close}
      footer={
        <div className="form-bar">
          <Button onClick={close}>{t('form:cancel')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={chosen.size === 0}
            onClick={() => save.mutate({ params: { id }, body })}
          >
            {t('groups:bindCount', { count: chosen.size })}
          </Button>
        </div>
      }
    >
      {save.error && <Notice kind="bad" title={errorText(save.error, t)} />}
      <p className="group-consequence">
        {t(kind === 'blacklisted' ? 'groups:bindRefuses' : 'groups:bindLets', { count: group.memberCount })}
      </p>
      <ChoiceList
        label={t('groups:doors.label')}
        hint={t('groups:doors.search')}
        onSearch={setKeyword}
        query={doors}
        choices={doors.data?.items.map(({ id, name, location }) => ({ id, name, facts: location }))}
        none={t('groups:doors.allBound')}
        chosen={chosen}
        onChange={setChosen}
      />
      {doors.data?.next != null && (
        <p className="group-consequence">{t('groups:doors.searchMore', { count: shownDoors })}</p>
      )}
    </DetailPanel>
  )
}
