/** No licence file is longer; stands apart, since the login page does without the schema library. */
export const licenceFileMaxBytes = 65_536
