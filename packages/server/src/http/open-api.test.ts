import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { openApiDocument, publicApiDocument } from './open-api.ts'

type Schemas = Record<string, object>
const documents: [string, () => object][] = [
  ['of the console', openApiDocument],
  ['for third parties', publicApiDocument],
]
const refsOf = (part: object) => new Set([...JSON.stringify(part).matchAll(/"\$ref":"([^"]*)"/g)].map(([, ref]) => ref))
const addressesOf = (components: Record<string, Schemas>) =>
  Object.entries(components).flatMap(([kind, all]) => Object.keys(all).map((name) => `#/components/${kind}/${name}`))

describe.each(documents)('the API document %s', (_, document) => {
  // The document as it is sent: keys that JSON leaves out are not in it.
  const sent = JSON.parse(JSON.stringify(document())) as {
    paths: object
    components: { schemas: Schemas; responses: Schemas }
  }

  it('the API document is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(sent))
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('the API document refers only to components that it has, and has none that nothing refers to', () => {
    const { schemas, responses } = sent.components
    expect(refsOf(sent)).toEqual(new Set(addressesOf({ schemas, responses })))
  })

  it('the API document lists each failure of every call once', () => {
    const { responses, schemas } = sent.components
    for (const [name, failure] of Object.entries(responses))
      expect(failure, name).toMatchObject({
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      })
    expect(schemas['Failure']).toMatchObject({ required: ['code', 'message', 'desc', 'data'] })
  })
})

describe('types of generated clients', () => {
  const schemasOf = (document: () => object) =>
    (document() as { components: { schemas: Record<string, { properties?: Record<string, unknown> }> } }).components
      .schemas

  it('types of generated clients have the names of the contract', () => {
    const schemas = schemasOf(publicApiDocument)
    expect(schemas['ListStaffData']?.properties?.['items']).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/StaffSummary' },
    })
    expect(schemas['Staff']?.properties).toHaveProperty('jobId')
    expect(schemas['CreateStaffBody']?.properties).toHaveProperty('portraitId')
  })

  it('types of generated clients differ for request and response where the two differ', () => {
    const schemas = schemasOf(openApiDocument)
    for (const [name, schema] of Object.entries(schemas)) {
      if (!name.endsWith('Request')) continue
      const answered = schemas[name.slice(0, -'Request'.length)]
      expect(JSON.stringify(schema), name).not.toBe(JSON.stringify(answered))
    }
  })
})
