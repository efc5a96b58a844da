import { getClockConfig, getMailConfig } from '@gatehouse/contract/features/service-config.ts'
import { queryOf } from '../../api/query.ts'

export const serviceConfigAddress = '/bumgt/serviceConfig'

export const clockQuery = queryOf(getClockConfig)

export const mailQuery = queryOf(getMailConfig)
