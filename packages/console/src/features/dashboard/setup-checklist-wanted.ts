/** In this browser: the steps are done, or somebody did not want to see them. */
const goneKey = 'firstStepsGone'

export const isGone = () => localStorage.getItem(goneKey) !== null
export const rememberGone = () => localStorage.setItem(goneKey, '1')

/** A role that has one of these permissions sees the steps that it may do. */
export const setupPermissions = ['device.write', 'staff.write', 'company.write'] as const
