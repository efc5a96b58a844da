export const company = {
  title: 'Company info',
  purpose: 'What your company says of itself, and how the sign-in page and the devices look.',
  edit: 'Edit company info',
  saved: 'Company info saved',
  field: {
    name: 'Name',
    welcome: 'Welcome message',
    introduction: 'Introduction',
    authorization: 'Authorization period',
    qualityLevel: 'Face photo quality level',
    timeZone: 'Time zone',
  },
  quality: {
    low: 'Low: one face only',
    high: 'High: size, angle, brightness, blur, mouth and occlusion too',
  },
  welcomeHint: 'Shown on the sign-in page, and on devices that have no welcome of their own.',
  qualityName: { low: 'Low', high: 'High' },
  qualityHint:
    'Low asks for one face only, high also for size, angle, brightness, blur, mouth and occlusion. Counts from the next portrait on; those that are there stay.',
  zoneHint:
    'Whose clock every page shows. Days of statistics, attendance rules and devices without a zone of their own go by it.',
  zoneWaits_one: 'Attendance is being judged again: {count} person still waits.',
  zoneWaits_other: 'Attendance is being judged again: {count} people still wait.',
  zoneChange: {
    title: 'Another time zone changes more than this page',
    days: 'Days and hours of statistics and of the dashboard begin when they begin there, also of the past.',
    attendance_one:
      'Attendance of {count} person, in rules without a zone of their own, is judged again from {on} on, in the background. What is older stays.',
    attendance_other:
      'Attendance of {count} people, in rules without a zone of their own, is judged again from {on} on, in the background. What is older stays.',
    locked: 'Months that are locked, up to {month}, stay as they are.',
    devices_one: '{count} device without a zone of its own takes the new one at once: access times follow it.',
    devices_other: '{count} devices without a zone of their own take the new one at once: access times follow it.',
    report: 'The monthly report and visits until the end of the day go by the new days.',
  },
  pictures: 'Logo and background',
  picturesText: 'They appear on the sign-in page and on the devices.',
  picture: { logo: 'Logo', background: 'Background' },
  advice: {
    logo: 'jpg or png, at most 4 MB; advised within 100 × 620 px. A transparent logo stays transparent.',
    background: 'jpg or png, at most 4 MB; advised within 1080 × 720 px.',
  },
  noPicture: 'None',
  choose: { logo: 'Choose a logo', background: 'Choose a background' },
  uploaded: '{picture} saved',
  remove: { logo: 'Remove the logo', background: 'Remove the background' },
  removeQuestion: { logo: 'Remove the logo?', background: 'Remove the background?' },
  removeText: 'The sign-in page and the devices go back to the look of Gatehouse.',
} as const
