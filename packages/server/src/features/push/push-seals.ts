/** What each sealed column of this feature is, so that none opens in the place of another. */
export const privateKeyContext = 'push_config.private_key'
export const endpointContext = 'push_browser.endpoint'
export const keysContext = 'push_browser.keys'
