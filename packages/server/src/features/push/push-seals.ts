/** The names of the sealed columns of this feature: none opens in the place of another. */
export const privateKeyContext = 'push_config.private_key'
export const endpointContext = 'push_browser.endpoint'
export const keysContext = 'push_browser.keys'
