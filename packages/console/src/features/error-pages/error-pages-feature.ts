export const errorPages = {
  forbidden: { load: () => import('./forbidden-page.tsx') },
  notFound: { load: () => import('./not-found-page.tsx') },
}
