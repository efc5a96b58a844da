import { listDepartments } from '@gatehouse/contract/features/departments.ts'
import { groupRoutesOf, type GroupKind } from '@gatehouse/contract/features/person-groups.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../api/query.ts'

export const groupsOf = (kind: GroupKind) => queryOf(groupRoutesOf[kind].list)

export const groupDetail = (kind: GroupKind, id: string) => queryOf(groupRoutesOf[kind].get, { params: { id } })

/** The parameters in the URL of a group's page: the position in the list of its members. */
export const memberListState = groupRoutesOf.staff.listMembers.query
export type MemberListState = z.output<typeof memberListState>

export const groupMembers = (kind: GroupKind, id: string, state: MemberListState) =>
  queryOptions({
    ...queryOf(groupRoutesOf[kind].listMembers, { params: { id }, query: state }),
    placeholderData: keepPreviousData,
  })

export const groupCandidates = (kind: GroupKind, id: string, keyword: string) =>
  queryOptions({
    ...queryOf(groupRoutesOf[kind].findCandidates, { params: { id }, query: { keyword } }),
    placeholderData: keepPreviousData,
  })

type DoorState = { keyword?: string | undefined; after?: string | undefined; size: number }

/** The devices that a group is bound to, or those it could be bound to. */
export const groupDoors = (kind: GroupKind, id: string, isBound: boolean, state: DoorState) =>
  queryOptions({
    ...queryOf(groupRoutesOf[kind].listDoors, {
      params: { id },
      query: { ...state, bound: isBound ? 'true' : 'false' },
    }),
    placeholderData: keepPreviousData,
  })

export const departmentChoices = queryOptions({ ...queryOf(listDepartments), staleTime: 60_000 })
