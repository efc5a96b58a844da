import { pathTo } from '@gatehouse/contract/paths.ts'
/** Where the platform's clock is set. */
export const clockPage = pathTo('serviceConfig')
