import './ui/theme/theme.css'
import './ui/theme/print.css'
import { openEntry } from './app/entry.tsx'

const root = document.getElementById('root')
if (root) openEntry(root)
