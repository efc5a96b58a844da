export const company = {
  title: 'Company info',
  purpose: 'Your company’s details, and how the sign-in page and the devices look.',
  edit: 'Edit company info',
  saved: 'Company info saved',
  field: {
    name: 'Name',
    welcome: 'Welcome message',
    introduction: 'Introduction',
    authorization: 'Authorisation period',
    qualityLevel: 'Face photo quality level',
    timeZone: 'Time zone',
  },
  quality: {
    low: 'Low: one face only',
    high: 'High: size, angle, brightness, blur, mouth and occlusion too',
  },
  welcomeHint: 'Shown on the sign-in page, and on devices without a welcome message of their own.',
  qualityName: { low: 'Low', high: 'High' },
  qualityHint:
    'Low requires exactly one face. High also checks size, angle, brightness, blur, mouth and occlusion. Applies to new portraits; existing ones stay.',
  zoneHint:
    'Every page shows times in this zone. Statistics use it, and so do attendance rules and devices without a time zone of their own.',
  zoneWaits_one: 'Attendance is being recalculated: {count} person left.',
  zoneWaits_other: 'Attendance is being recalculated: {count} people left.',
  zoneChange: {
    title: 'Changing the time zone affects more than this page',
    days: 'Statistics and the dashboard use the days and hours of the new zone, also for the past.',
    attendance_one:
      'Attendance of {count} person, in rules without a time zone of their own, is recalculated from {on} on, in the background. Earlier results stay.',
    attendance_other:
      'Attendance of {count} people, in rules without a time zone of their own, is recalculated from {on} on, in the background. Earlier results stay.',
    locked: 'Months that are locked, up to {month}, stay as they are.',
    devices_one: '{count} device without a time zone of its own switches at once: access times follow the new zone.',
    devices_other: '{count} devices without a time zone of their own switch at once: access times follow the new zone.',
    report: 'The monthly report, and visits that last until the end of the day, use the new days.',
  },
  pictures: 'Logo and background',
  picturesText: 'They appear on the sign-in page and on the devices.',
  picture: { logo: 'Logo', background: 'Background' },
  advice: {
    logo: 'jpg or png, at most 4 MB; recommended within 100 × 620 px. A transparent logo stays transparent.',
    background: 'jpg or png, at most 4 MB; recommended within 1080 × 720 px.',
  },
  noPicture: 'None',
  choose: { logo: 'Choose a logo', background: 'Choose a background' },
  uploaded: '{picture} saved',
  remove: { logo: 'Remove the logo', background: 'Remove the background' },
  removeQuestion: { logo: 'Remove the logo?', background: 'Remove the background?' },
  removeText: 'The sign-in page and the devices return to the default look.',
} as const
