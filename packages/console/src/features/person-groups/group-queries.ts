import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { groupRoutesOf, type GroupKind } from '@gatehouse/contract/features/person-groups.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'

// Keys begin with the live topic `groups`: a hint refreshes what is shown.

export const groupsOf = (kind: GroupKind) =>
  queryOptions({
    queryKey: ['groups', kind, 'list'],
    queryFn: ({ signal }) => call(groupRoutesOf[kind].list, {}, { signal }),
  })

export const groupDetail = (kind: GroupKind, id: string) =>
  queryOptions({
    queryKey: ['groups', kind, 'one', id],
    queryFn: ({ signal }) => call(groupRoutesOf[kind].get, { params: { id } }, { signal }),
  })

/** What the address of a group's page holds: the place in the list of its members. */
export const memberListState = groupRoutesOf.staff.listMembers.query
export type MemberListState = z.output<typeof memberListState>

export const groupMembers = (kind: GroupKind, id: string, state: MemberListState) =>
  queryOptions({
    queryKey: ['groups', kind, 'members', id, state],
    queryFn: ({ signal }) => call(groupRoutesOf[kind].listMembers, { params: { id }, query: state }, { signal }),
    placeholderData: keepPreviousData,
  })

export const groupCandidates = (kind: GroupKind, id: string, keyword: string) =>
  queryOptions({
    queryKey: ['groups', kind, 'candidates', id, keyword],
    queryFn: ({ signal }) =>
      call(groupRoutesOf[kind].findCandidates, { params: { id }, query: { keyword } }, { signal }),
    placeholderData: keepPreviousData,
  })

type DoorState = { keyword?: string | undefined; after?: string | undefined; size: number }

/** The devices that a group is bound to, or those it could be bound to. */
export const groupDoors = (kind: GroupKind, id: string, isBound: boolean, state: DoorState) =>
  queryOptions({
    queryKey: ['groups', kind, 'doors', id, isBound, state],
    queryFn: ({ signal }) =>
      call(
        groupRoutesOf[kind].listDoors,
        { params: { id }, query: { ...state, bound: isBound ? 'true' : 'false' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

export const departmentChoices = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call(listDepartments, {}, { signal }),
  staleTime: 60_000,
})
