type Faces = { portraitId?: string | null | undefined; furtherPortraitIds: readonly string[] }

/** Whether a form has a main portrait that is another than the one of before, beside which further ones are shown. */
export const isNewFace = (main: unknown, former: string | null): main is string =>
  typeof main === 'string' && main !== former

/** The portraits that a form sends: while there is no new main one, further ones are hidden, and nobody means those. */
export const shownFaces = <Body extends Faces>(body: Body, former: string | null = null) =>
  isNewFace(body.portraitId, former) ? body : { ...body, furtherPortraitIds: [] }
