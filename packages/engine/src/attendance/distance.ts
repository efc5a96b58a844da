/** A place on the earth, in degrees. */
export interface Position {
  latitude: number
  longitude: number
}

const earthRadiusMetres = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Along the surface, taking the earth for a ball: at most half a percent off, which no punch radius notices. */
export function distanceMetres(a: Position, b: Position): number {
  const north = radians(b.latitude - a.latitude) / 2
  const east = radians(b.longitude - a.longitude) / 2
  const share =
    Math.sin(north) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east) ** 2
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(share)))
}

export interface PunchArea extends Position {
  id: string
  radiusMetres: number
}

export interface PlaceOfPunch {
  /** the area the position is within, or the nearest one; null where there are none */
  areaId: string | null
  distanceMetres: number | null
  isInside: boolean
}

/** A position worse than this says nothing about a smaller radius. */
const trustedAccuracyMetres = 100

/**
 * The position of a phone. It is inside an area if it lies within the radius and is exact enough to tell; of several
 * areas the nearest counts. A position with an accuracy of two kilometres is in no office, wherever its centre lies.
 */
export function placePunch(position: Position & { accuracyMetres: number }, areas: readonly PunchArea[]): PlaceOfPunch {
  const measured = areas
    .map((area) => ({ area, distance: distanceMetres(position, area) }))
    .toSorted((a, b) => a.distance - b.distance || (a.area.id < b.area.id ? -1 : 1))
  const within = measured.find(
    ({ area, distance }) =>
      distance <= area.radiusMetres && position.accuracyMetres <= Math.max(area.radiusMetres, trustedAccuracyMetres),
  )
  const nearest = within ?? measured[0]
  return {
    areaId: nearest?.area.id ?? null,
    distanceMetres: nearest?.distance ?? null,
    isInside: within !== undefined,
  }
}
