import { type Role, roles } from '@gatehouse/contract/permissions.ts'
import type { Config } from '../../lib/config.ts'

export type OpenIdSettings = {
  issuer: URL
  clientId: string
  clientSecret: string | undefined
  scope: string
  groupsClaim: string
  /** Group to role; a user in several groups gets the highest. */
  roleOfGroup: Readonly<Record<string, Role>>
  /** Empty: the console's own words. */
  label: string
  /** The only address to which the provider may send people back: never made from a request. */
  redirectUri: string
  loginPage: string
}

/** Undefined if no provider is set: then the feature is off. */
export function openIdSettings(config: Config): OpenIdSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_ROLES: roleOfGroup, PUBLIC_URL: publicUrl } = config
  if (!issuer || !clientId || !roleOfGroup || !publicUrl) return undefined
  return {
    issuer: new URL(issuer),
    clientId,
    clientSecret: config.OIDC_CLIENT_SECRET,
    scope: config.OIDC_SCOPE,
    groupsClaim: config.OIDC_GROUPS_CLAIM,
    roleOfGroup,
    label: config.OIDC_LABEL ?? '',
    redirectUri: `${publicUrl}/api/v2/openid/callback`,
    loginPage: `${publicUrl}/login`,
  }
}

/** The highest role of the groups; undefined if none has any. */
export function roleOfGroups({ roleOfGroup }: Pick<OpenIdSettings, 'roleOfGroup'>, groups: readonly string[]) {
  const given = new Set(groups.map((group) => (Object.hasOwn(roleOfGroup, group) ? roleOfGroup[group] : undefined)))
  return roles.find((role) => given.has(role))
}
