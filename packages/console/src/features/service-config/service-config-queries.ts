import { getClockConfig, getMailConfig } from '@gatehouse/contract/features/service-config.ts'
import { listMakeSwitches } from '@gatehouse/contract/features/service-config/device-makes.ts'
import { getPinGiving } from '@gatehouse/contract/features/service-config/pin-giving.ts'
import { getRecogniserStatus } from '@gatehouse/contract/features/service-config/recognisers.ts'
import { getPushConfig } from '@gatehouse/contract/features/push/push.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOf } from '../../api/query.ts'

export const serviceConfigPath = pathTo('serviceConfig')

export const clockQuery = queryOf(getClockConfig)

export const mailQuery = queryOf(getMailConfig)

export const makesQuery = queryOf(listMakeSwitches)

export const pinGivingQuery = queryOf(getPinGiving)

export const recogniserQuery = queryOf(getRecogniserStatus)

export const pushQuery = queryOf(getPushConfig)
