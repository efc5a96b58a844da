/** Where the platform's clock is set. */
export const clockPage = '/bumgt/serviceConfig'
