import type { DescribedPortrait, FaceEngine, FoundFace } from './face-engine.ts'
import type { PixelImage } from './pixel-image.ts'
import { type QuarterTurns, turnByQuarters, type TurnedPicture, turnFaceUpright } from './turn-picture.ts'

/** A photograph with what was found in it. */
export interface Looked {
  readonly picture: TurnedPicture
  readonly found: readonly FoundFace[]
  /** The largest face. */
  readonly face?: DescribedPortrait
}

/** A head that leans by more is turned upright. Leaning costs the recogniser nothing, but people and other makes' terminals. */
const uprightWithin = 10
/** From here on the picture may lie on its side: landmarks of such a face lie about. */
const doubtful = { covered: 0.12, roll: 45, mouthOpening: 0.28 }

/**
 * Looks at a photograph as it stands, then, only where that leaves a doubt, lying on each other side; and turns a head that leans
 * upright. A photograph that stands upright costs one look.
 */
export async function lookUpright(engine: FaceEngine, image: PixelImage): Promise<Looked> {
  const asGiven = await look(engine, { image })
  const standing = isDoubtful(asGiven) ? await findStanding(engine, asGiven) : asGiven
  const { face } = standing
  if (!face || Math.abs(face.pose.roll) <= uprightWithin) return standing
  const upright = await look(engine, turnFaceUpright(standing.picture, face.landmarks))
  // Other faces of the photograph may have been cut away.
  return upright.face ? { ...upright, found: standing.found } : standing
}

async function look(engine: FaceEngine, picture: TurnedPicture): Promise<Looked> {
  const found = await engine.findFaces(picture.image)
  const [main] = found
  return { picture, found, ...(main && { face: await engine.describePortrait(picture.image, main) }) }
}

function isDoubtful({ face }: Looked): boolean {
  if (!face) return true
  const { pose, quality, occlusion } = face
  return (
    occlusion > doubtful.covered || Math.abs(pose.roll) > doubtful.roll || quality.mouthOpening > doubtful.mouthOpening
  )
}

/** The way up in which the face is seen best. */
async function findStanding(engine: FaceEngine, asGiven: Looked): Promise<Looked> {
  let best = asGiven
  for (const turns of [1, 3, 2] as const satisfies QuarterTurns[]) {
    const turned = await look(engine, turnByQuarters(asGiven.picture, turns))
    if (standsBetter(turned, best)) best = turned
    if (!isDoubtful(best)) break
  }
  return best
}

function standsBetter(turned: Looked, best: Looked): boolean {
  if (!turned.face) return false
  if (!best.face) return true
  return seenWell(turned.face) > seenWell(best.face)
}

/** The recogniser sees little in a face that does not stand, and takes it for covered. */
const seenWell = ({ quality, occlusion }: DescribedPortrait): number => quality.clarity * (1 - occlusion)
