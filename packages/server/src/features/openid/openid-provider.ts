import * as client from 'openid-client'
import { z } from 'zod'
import type { OpenIdSettings } from './openid-settings.ts'

/** The identity of a user at the provider. */
export const identity = z.object({
  subject: z.string(),
  account: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  groups: z.array(z.string()),
})
export type Identity = z.output<typeof identity>

/** The state that is needed when the browser comes back. */
export type Secrets = { verifier: string; nonce: string; state: string }

/** The calls of the provider: its address is resolved once, and again after a failure. */
export type OpenIdProvider = {
  begin(): Promise<{ address: URL; secrets: Secrets }>
  /** @throws any error of the provider, or of the check of its answer */
  finish(query: string, secrets: Secrets): Promise<Identity>
}

const claim = z.string().trim().min(1).max(500).optional().catch(undefined)
const claimsOf = z.looseObject({
  // Stored as it is, so it has to be text that can be stored.
  sub: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u),
  preferred_username: claim,
  name: claim,
  email: claim,
  email_verified: z.boolean().optional().catch(undefined),
})
const groupsOf = z.union([z.array(z.string()).max(1000), z.string().transform((one) => [one])]).catch([])

export function openIdProvider(settings: OpenIdSettings): OpenIdProvider {
  let known: Promise<client.Configuration> | undefined
  const discover = async () => {
    const { issuer, clientId, clientSecret } = settings
    const isLocal = issuer.protocol === 'http:'
    return client.discovery(issuer, clientId, clientSecret, clientSecret ? undefined : client.None(), {
      timeout: 10,
      execute: [
        // OpenID lets a client trust the connection to the token endpoint instead; then an attacker on it can sign in
        // as anybody.
        client.enableNonRepudiationChecks,
        // The settings allow it only for a provider on this machine.
        ...(isLocal ? [client.allowInsecureRequests] : []),
      ],
    })
  }
  const configuration = () => {
    known ??= discover()
    known.catch(() => (known = undefined))
    return known
  }
  return {
    async begin() {
      const verifier = client.randomPKCECodeVerifier()
      const secrets = { verifier, nonce: client.randomNonce(), state: client.randomState() }
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: settings.redirectUri,
        scope: settings.scope,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: secrets.state,
        nonce: secrets.nonce,
      })
      return { address, secrets }
    },
    async finish(query, { verifier, nonce, state }) {
      const found = await configuration()
      const returned = new URL(settings.redirectUri)
      returned.search = query
      const tokens = await client.authorizationCodeGrant(found, returned, {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      })
      const { sub } = claimsOf.parse(tokens.claims())
      const more = found.serverMetadata().userinfo_endpoint
        ? await client.fetchUserInfo(found, tokens.access_token, sub)
        : {}
      // Signed claims count before those of the answer; most providers send groups in only one of the two.
      const claims = claimsOf.parse({ ...more, ...tokens.claims(), sub })
      const email = claims.email_verified === false ? undefined : z.email().safeParse(claims.email).data
      const account = (claims.preferred_username ?? email ?? sub).replaceAll(/[^\p{L}\p{N}_.@+-]/gu, '_').slice(0, 64)
      return {
        subject: `${settings.issuer.href} ${sub}`,
        account,
        name: (claims.name ?? account).replaceAll(/[\u0000-\u001f\u007f]/g, ' ').slice(0, 64),
        email: email?.slice(0, 128) ?? null,
        groups: groupsOf.parse(claims[settings.groupsClaim]),
      }
    },
  }
}
