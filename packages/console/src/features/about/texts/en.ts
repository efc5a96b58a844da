export const about = {
  title: 'About',
  purpose: 'Which version runs here, and under which terms.',
  version: 'Version code',
  date: 'Release date',
  edition: 'Edition',
  documents: 'Documents',
  help: 'Help',
  privacy: 'Privacy',
  terms: 'Terms of use',
  introduction: 'Introduction',
  api: 'API documents',
  licences: 'Gatehouse is licensed under Apache-2.0.',
} as const
