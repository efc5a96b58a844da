import { createHmac } from 'node:crypto'

/** The headers of one call, as the Standard Webhooks specification defines them: a signature for each valid secret. */
export function webhookHeaders(secrets: readonly Buffer[], id: string, atSeconds: number, body: string) {
  const sign = (secret: Buffer) => createHmac('sha256', secret).update(`${id}.${atSeconds}.${body}`).digest('base64')
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'Gatehouse-Webhook/1',
    'webhook-id': id,
    'webhook-timestamp': String(atSeconds),
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
