/** Tables with people and their faces: who is enrolled at a terminal comes in these. */
const enrolments: ReadonlySet<string> = new Set(['user', 'userinfo', 'biophoto'])

/** Templates, pictures and cards of people, which the product does not take: a photograph is enough. They are faces and fingers, and are not kept. */
const passedOver: ReadonlySet<string> = new Set([
  'biodata',
  'extuser',
  'face',
  'fingertmp',
  'fp',
  'fvein',
  'idcard',
  'identitycard',
  'mulcarduser',
  'templatev10',
  'userauthorize',
  'userpic',
  'uservf',
])

export const isOfPeople = (table: string): boolean => enrolments.has(table) || passedOver.has(table)
export const isEnrolment = (table: string): boolean => enrolments.has(table)
