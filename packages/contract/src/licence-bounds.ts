/** The maximum size of a licence file; in a file of its own, since the login page does without the schema library. */
export const licenceFileMaxBytes = 65_536
