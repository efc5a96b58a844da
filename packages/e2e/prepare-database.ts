import { prepareDatabase } from '@gatehouse/testkit/start-product.ts'

/**
 * Makes the database once that the products of the journeys begin with.
 * @public Playwright calls it, and what it gives at the end.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export
export default prepareDatabase
