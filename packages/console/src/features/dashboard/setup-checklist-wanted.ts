/** In this browser: the steps are done, or somebody did not want to see them. */
const goneKey = 'firstStepsGone'

export const isGone = () => localStorage.getItem(goneKey) !== null
export const rememberGone = () => localStorage.setItem(goneKey, '1')

/** Whoever may do one of the steps sees those that they may do. */
export const setupPermissions = ['device.write', 'staff.write', 'policy.write'] as const
