import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export type MailBox = {
  /** For the setting SMTP_URL. */
  url: string
  /** Each mail as it came over the wire. */
  mails: string[]
  close(): Promise<void>
}

/** A mail server that keeps what it is given: as much of SMTP as a client needs to hand over a mail. */
export async function startMailBox(): Promise<MailBox> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    const say = (line: string) => socket.write(`${line}\r\n`)
    let data: string[] | undefined
    say('220 mail-box')
    createInterface({ input: socket }).on('line', (line) => {
      if (data) {
        if (line !== '.') return void data.push(line)
        mails.push(data.join('\n'))
        data = undefined
        return say('250 kept')
      }
      const verb = line.slice(0, 4).toUpperCase()
      if (verb === 'DATA') data = []
      say(verb === 'DATA' ? '354 go on' : verb === 'QUIT' ? '221 bye' : '250 fine')
      return undefined
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail box does not listen on TCP')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The text of a mail, whatever its encoding made of it. */
export function mailText(source: string): string {
  const [, plain = ''] = /content-type: text\/plain[^]*?\n\n([^]*?)(?=\n--)/i.exec(source) ?? []
  const isBase64 = /content-transfer-encoding: base64/i.test(source.slice(0, source.indexOf(plain)))
  if (isBase64) return Buffer.from(plain, 'base64').toString()
  return plain
    .replaceAll(/=\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}
