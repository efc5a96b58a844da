import { getDoor } from '@gatehouse/contract/features/sites.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { devicesOf } from '../../parts/device/device-select.tsx'
import { groupList } from '../../parts/person/group-list.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { selectedPersonQuery } from '../../parts/person/person-select.tsx'
import { abnormalText, entryModeText } from '../../parts/passage/record-words.ts'
import type { RecordListState } from './record-queries.ts'

/** The filters of the list as texts, each like "Kind: Visitor": a deletion names them. */
export async function recordFilterWords(filter: RecordListState, client: QueryClient, t: Text): Promise<string[]> {
  const { keyword, kind, opened, personId, deviceId, doorId, groupId, abnormal, entryMode, misrecognition, from, to } =
    filter
  // The lists have asked for these names already; one that is gone meanwhile, or may not be read, stays an id.
  const [device, door, person, group] = await Promise.all([
    deviceId &&
      client.ensureQueryData(devicesOf([deviceId])).then(
        ([found]) => found?.name,
        () => undefined,
      ),
    doorId &&
      client.ensureQueryData(queryOf(getDoor, { params: { id: doorId } })).then(
        (found) => found.name,
        () => undefined,
      ),
    personId &&
      client.ensureQueryData(selectedPersonQuery(personId)).then(
        (found) => found?.name,
        () => undefined,
      ),
    groupId &&
      client.ensureQueryData(groupList()).then(
        (all) => all.find(({ id }) => id === groupId)?.name,
        () => undefined,
      ),
  ])
  const said = [
    [t('list:search'), keyword && `“${keyword}”`],
    [t('records:filter.period'), from || to ? `${companyTime(from, 'minute')} – ${companyTime(to, 'minute')}` : ''],
    [t('records:filter.kind'), kind && t(`list:personKind.${kind}`)],
    [
      t('records:filter.decision'),
      opened === undefined ? '' : t(opened ? 'shared:decision.opened' : 'shared:decision.refused'),
    ],
    [t('records:filter.personId'), person ?? personId],
    [t('records:filter.device'), device ?? deviceId],
    [t('records:filter.doorId'), door ?? doorId],
    [t('records:filter.groupId'), group ? groupName(group, t) : groupId],
    [t('records:filter.abnormal'), abnormal && abnormalText(abnormal, t)],
    [t('records:filter.entryMode'), entryMode && entryModeText(entryMode, t)],
    [t('records:filter.misrecognition'), misrecognition && misrecognitionText(misrecognition, t)],
  ] as const
  return said.flatMap(([name, value]) => (value ? [`${name}${t('list:colon')}${value}`] : []))
}

const misrecognitionText = (which: NonNullable<RecordListState['misrecognition']>, t: Text) =>
  which === 'any' || which === 'none' ? t(`records:marked.${which}`) : t(`records:misrecognition.${which}`)
