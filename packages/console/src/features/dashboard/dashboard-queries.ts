import { getDashboard, getExhibition } from '@gatehouse/contract/features/dashboard.ts'
import { getStorage } from '@gatehouse/contract/features/storage.ts'
import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { queryOptions } from '@tanstack/react-query'
import { ofManyTopics } from '../../api/many-topics.ts'
import { queryOf } from '../../api/query.ts'

/** Topics that no dashboard shows. */
const elsewhere = new Set<LiveTopic>(['timetables', 'policies', 'imports', 'commands'])
export const isOnDashboard = (topic: LiveTopic) => !elsewhere.has(topic)

// They depend on many topics: `useFollowed` reloads them, not the hint of one topic.

export const dashboardQuery = ofManyTopics(queryOf(getDashboard), isOnDashboard)

export const exhibitionQuery = ofManyTopics(queryOf(getExhibition), isOnDashboard)

/** The hint `storage` asks again. */
export const storageQuery = queryOptions({ ...queryOf(getStorage), staleTime: 0 })
