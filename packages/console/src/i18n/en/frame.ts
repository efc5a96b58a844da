export const frame = {
  product: 'Gatehouse',
  skip: 'Skip to the content',
  breadcrumbs: 'Where you are',
  sidebar: {
    collapse: 'Collapse the menu',
    expand: 'Expand the menu',
    open: 'Open the menu',
  },
  documentation: 'Documentation',
  tools: 'Tools',
  language: 'Language',
  user: {
    menu: 'Account menu',
    about: 'About',
    version: 'Version',
    password: 'Change password',
    logout: 'Logout',
    loggingOut: 'Logouting, please wait',
  },
  theme: {
    label: 'Appearance',
    light: 'Light',
    dark: 'Dark',
    system: 'As the system',
  },
  density: {
    label: 'Row height',
    comfortable: 'Comfortable',
    compact: 'Compact',
  },
  exhibition: {
    leave: 'Leave exhibition mode',
  },
  role: {
    superAdmin: 'Super Admin',
    mainAdmin: 'Sub Admin',
    subAdmin: 'General Admin',
    deviceAdmin: 'Device Admin',
    visitorAdmin: 'Visitor Admin',
  },
  footer: {
    version: 'Version {version}',
    copyright: '© {years} Gatehouse',
  },
  versionDialog: {
    enterprise: 'Gatehouse Enterprise Edition',
    cloud: 'Gatehouse Cloud Edition',
    edition: 'Edition',
    date: 'Release date',
    version: 'Version code',
    more: 'About Gatehouse',
  },
  liveView: 'Live view',
  notBuilt: {
    title: 'This page is not built yet',
    text: '{page} comes with a later version. Nothing is stored or hidden here.',
  },
} as const
