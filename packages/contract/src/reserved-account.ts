/** LOGIN-04: the login page refuses this name, whatever the server would answer; so no account may have it. */
export const isReservedAccount = (account: string) => account.trim().toLowerCase() === 'test'
