import type { Page } from '@playwright/test'

/** Goes there without a new load of the document, as a link of the console does. */
export const navigateInPage = (page: Page, address: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
