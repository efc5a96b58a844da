import { createBrowserRouter } from 'react-router'
import { addPanels, clearPanels, routes } from './routes.tsx'

export function createConsoleRouter() {
  clearPanels()
  return createBrowserRouter(routes, {
    patchRoutesOnNavigation: ({ path, patch }) => addPanels(path, patch),
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>
