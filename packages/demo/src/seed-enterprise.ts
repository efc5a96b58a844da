import { updateCompany, uploadCompanyPicture } from '@gatehouse/contract/features/company.ts'
import type { Ask } from '@gatehouse/testkit/ask-server.ts'
import sharp from 'sharp'

/** A lens over a river. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
  <rect width="100" height="100" rx="22" fill="#16324f"/>
  <circle cx="50" cy="40" r="21" fill="none" stroke="#fff" stroke-width="7"/>
  <circle cx="50" cy="40" r="6" fill="#fff"/>
  <path d="M16 76q8.5-8 17 0t17 0 17 0 17 0" fill="none" stroke="#7fc4e8" stroke-width="7" stroke-linecap="round"/>
</svg>`

/** Name, logo and time zone, as somebody sets them on the first day. */
export async function seedEnterprise(ask: Ask, timeZone: string): Promise<void> {
  await ask(updateCompany, {
    body: {
      name: 'Riverside Instruments',
      welcome: 'Welcome to Riverside',
      introduction: 'Measuring instruments since 1987: optics, electronics and calibration.',
      timeZone,
    },
  })
  const picture = await sharp(Buffer.from(logo)).png().toBuffer()
  await ask(uploadCompanyPicture, { params: { picture: 'logo' }, body: { file: new Uint8Array(picture) } })
}

/** A company in UTC is none: where this machine's clock has no place, the company is in London. */
export const companyZone = (machineZone: string): string =>
  /^(Etc\/|UTC$|GMT$)/.test(machineZone) ? 'Europe/London' : machineZone
