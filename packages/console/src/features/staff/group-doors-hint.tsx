import { getPolicyMatrix } from '@gatehouse/contract/features/policies/matrix.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { Link } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { doorsOfGroups } from './group-doors.ts'

/** The doors that the chosen groups open, as far as the reader may see policies. */
export function GroupDoorsHint() {
  const t = useText()
  const mayRead = useCan()('policy.read')
  const groupIds = Form.useWatch<string[] | undefined>('groupIds')
  const { data } = useQuery({ ...queryOf(getPolicyMatrix), enabled: mayRead })
  if (!data || !groupIds) return t('staff:form.groupsHint')
  const names = new Map(data.timetables.flatMap(({ id, name, neverOpens }) => (neverOpens ? [] : [[id, name]])))
  const { doors, always, byTimetables } = doorsOfGroups(data.cells, groupIds, (id) => names.get(id))
  const how = [
    ...(always > 0 ? [t('staff:doors.always', { count: always })] : []),
    ...[...byTimetables].map(([timetable, count]) => t('staff:doors.by', { count, timetable })),
  ]
  return (
    <>
      {doors === 0 ? t('staff:doors.none') : t('staff:doors.some', { count: doors, how: how.join(t('list:comma')) })}{' '}
      <Link to={pathTo('policies')}>{t('staff:doors.link')}</Link>
    </>
  )
}
