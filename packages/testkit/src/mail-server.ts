import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; source: string }

export type TestMailServer = {
  url: string
  port: number
  /** The mails that have arrived, oldest first. */
  mails: ReceivedMail[]
  /** The next mail is answered with this SMTP code. */
  refuseNext(code: number): void
  close(): Promise<void>
}

type Login = { user: string; password: string }

/**
 * A real SMTP server on a port of its own that keeps the mails it gets. `security` as in the console: `tls` from the
 * first byte, `starttls` on request, both with this certificate; `login`: the account that may send.
 */
export async function startMailServer({
  security = 'none',
  certificate,
  login,
}: {
  security?: 'none' | 'starttls' | 'tls'
  certificate?: { cert: string; key: string }
  login?: Login
} = {}): Promise<TestMailServer> {
  const mails: ReceivedMail[] = []
  let refusal: number | undefined
  const server = new SMTPServer({
    ...certificate,
    secure: security === 'tls',
    authOptional: login === undefined,
    disabledCommands: [...(security === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    onAuth({ username, password }, _, done) {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(new Error('wrong account or password'))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusal !== undefined) {
          const error = Object.assign(new Error('not now'), { responseCode: refusal })
          refusal = undefined
          return done(error)
        }
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        })
        return done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    refuseNext: (code) => {
      refusal = code
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The plain text of a mail: its text part, decoded. */
export function mailText({ source }: ReceivedMail): string {
  const part = /content-type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/i.exec(source)
  const body = part?.[1] ?? ''
  if (/content-transfer-encoding: base64/i.test(part?.[0] ?? '')) return Buffer.from(body, 'base64').toString()
  const bytes = body
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
