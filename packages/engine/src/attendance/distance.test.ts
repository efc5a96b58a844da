import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceMetres, placePunch } from './distance.ts'

const bund = { latitude: 31.2397, longitude: 121.4912 }

describe('[ATT-02] the distance of a punch', () => {
  it('The distance of a punch is that of the map', () => {
    expect(distanceMetres(bund, { latitude: 39.9042, longitude: 116.4074 })).toBeCloseTo(1_067_000, -4)
    expect(distanceMetres(bund, { ...bund, latitude: bund.latitude + 0.001 })).toBeCloseTo(111.2, 0)
    expect(distanceMetres({ latitude: 0, longitude: 179.9995 }, { latitude: 0, longitude: -179.9995 })).toBeCloseTo(
      111.2,
      0,
    )
    expect(distanceMetres({ latitude: 90, longitude: 0 }, { latitude: 90, longitude: 123 })).toBeCloseTo(0, 6)
  })

  it('The distance of a punch is the same both ways, and never more than half round the earth', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    fc.assert(
      fc.property(place, place, (a, b) => {
        expect(distanceMetres(a, b)).toBeCloseTo(distanceMetres(b, a), 3)
        expect(distanceMetres(a, b)).toBeLessThanOrEqual(20_015_200)
      }),
    )
  })

  it('A punch is inside at the radius and outside beyond it; a vague position is nowhere', () => {
    const area = { id: 'a', ...bund, radiusMetres: 112 }
    const at = (degrees: number, accuracyMetres = 20) =>
      placePunch({ latitude: bund.latitude + degrees, longitude: bund.longitude, accuracyMetres }, [
        area,
        { ...area, id: 'b', latitude: 0 },
      ])
    expect(at(0.001)).toMatchObject({ areaId: 'a', isInside: true })
    expect(at(0.00102)).toMatchObject({ areaId: 'a', isInside: false })
    expect(at(0, 113)).toMatchObject({ areaId: 'a', isInside: false, distanceMetres: 0 })
    expect(at(0, 112).isInside).toBe(true)
    expect(placePunch({ ...bund, accuracyMetres: 5 }, [])).toEqual({
      areaId: null,
      distanceMetres: null,
      isInside: false,
    })
  })
})
