import { pathTo } from '@gatehouse/contract/paths.ts'
/** The page where the platform's clock is set. */
export const clockPage = pathTo('serviceConfig')
