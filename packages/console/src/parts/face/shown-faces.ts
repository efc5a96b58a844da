type Faces = { portraitId?: string | null | undefined; furtherPortraitIds: readonly string[] }

/** The portraits that a form sends: while there is no main one, further ones are hidden, and nobody means those. */
export const shownFaces = <Body extends Faces>(body: Body) =>
  body.portraitId ? body : { ...body, furtherPortraitIds: [] }
