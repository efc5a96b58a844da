import { describe, expect, it } from 'vitest'
import { ConfigError, configSchema, readConfig, readNamedFile } from './config.ts'

describe('the settings', () => {
  it('the settings of the server have defaults that need nothing', () => {
    expect(readConfig({})).toMatchObject({ PORT: 8080, HOST: '0.0.0.0', MQTT_PORT: 1883, LOG_LEVEL: 'info' })
    expect(readConfig({ PORT: '' }).PORT).toBe(8080)
  })

  it.each([
    [{ PORT: 'eighty' }, /^The setting PORT is wrong: “eighty” is no number. .*Port of the console/],
    [{ PORT: '70000' }, /^The setting PORT is wrong/],
    [{ DATABASE_URL: 'mysql://x' }, /^The setting DATABASE_URL is wrong/],
    [{ TLS: 'yes' }, /^The setting TLS is wrong/],
    [{ TLS_CERT: '/x' }, /^TLS_CERT and TLS_KEY belong together/],
    [{ GATEHOUSE_ADMIN_PASSWORD: 'no' }, /^The setting GATEHOUSE_ADMIN_PASSWORD is wrong/],
    [{ SMTP_URL: 'http://mail' }, /^The setting SMTP_URL is wrong: .*Mail server/],
    [{ SMTP_URL: 'smtp://mail' }, /^SMTP_URL needs MAIL_FROM/],
    [{ OIDC_ISSUER: 'http://id.example.com' }, /^The setting OIDC_ISSUER is wrong: .*over HTTPS/],
    [{ OIDC_ISSUER: 'https://id.example.com' }, /^OIDC_ISSUER needs OIDC_CLIENT_ID, OIDC_ROLES and PUBLIC_URL/],
    [{ OIDC_ROLES: 'bosses=superAdmin' }, /^The setting OIDC_ROLES is wrong/],
    [{ OIDC_ROLES: 'mainAdmin' }, /^The setting OIDC_ROLES is wrong/],
    [{ PUBLIC_URL: 'gate.example.com' }, /^The setting PUBLIC_URL is wrong/],
    [{ TRUST_PROXY: 'yes' }, /^The setting TRUST_PROXY is wrong: .*reverse proxies/],
  ])('%o is refused with one line that names it', (environment, line) => {
    const refuse = () => readConfig(environment)
    expect(refuse).toThrow(ConfigError)
    expect(refuse).toThrow(line)
  })

  it('the error of a setting names the file that cannot be read', async () => {
    const read = readNamedFile('TLS_CERT', '/nowhere.pem')
    await expect(read).rejects.toThrow(new ConfigError('The setting TLS_CERT is wrong: /nowhere.pem cannot be read.'))
  })

  it('the error of a setting never prints a secret', () => {
    expect(() => readConfig({ GATEHOUSE_ADMIN_PASSWORD: 'hunter 2 hunter 2' })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter') }),
    )
  })

  it('each setting of the server has a description', () => {
    for (const [name, schema] of Object.entries(configSchema.shape)) expect(schema.description, name).toBeTruthy()
  })
})
