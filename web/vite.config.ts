import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import * as flagImages from 'country-flag-icons/string/3x2'
import { defaultCountries } from 'react-international-phone'
import { defineConfig, type Plugin } from 'vite'

const images = new Map<string, string>(Object.entries(flagImages).map(([iso2, svg]) => [iso2.toLowerCase(), svg]))

/** Serves the flags of the phone field from our own origin; its library would load them from a CDN. */
function flags(): Plugin {
  return {
    name: 'flags',
    configureServer(server) {
      server.middlewares.use('/flags', (request, response, next) => {
        const image = images.get(/^\/([a-z]{2})\.svg/.exec(request.url ?? '')?.[1] ?? '')
        if (image === undefined) return next()
        response.setHeader('content-type', 'image/svg+xml')
        response.end(image)
      })
    },
    generateBundle() {
      for (const [, iso2] of defaultCountries) {
        const source = images.get(iso2)
        if (source !== undefined) this.emitFile({ type: 'asset', fileName: `flags/${iso2}.svg`, source })
      }
    },
  }
}

/** Lets what is not used of two big libraries be left out: nothing in them says that making a component is pure. */
function leaveOutUnused(): Plugin {
  return {
    name: 'leave-out-unused',
    transform(code, id) {
      if (!/\/(react-router|react-international-phone)\//.test(id)) return
      const forwardRef = /forwardRef as (\w+)/.exec(code)?.[1] ?? 'forwardRef'
      return code
        .replace(/=( ?)(\w+\.(?:memo|forwardRef|createContext))\(/g, '=$1/* @__PURE__ */ $2(')
        .replaceAll(`=${forwardRef}(`, `=/* @__PURE__ */ ${forwardRef}(`)
        .replace(/^\w+\.displayName = .*;$/gm, '')
    },
  }
}

const listParts = [
  /\/src\/crud\/(confirm-dialog|data-table|list-state|page|resource-page)/,
  /\/src\/ui\/(badge|card-list|checkbox|dialog-wait|search-box|skeleton|table)/,
  /\/react-query\/.*\/(errorBoundaryUtils|suspense|useBaseQuery|useQuery)\.js$|\/queryObserver\.js$/,
  /\/icons\/(check|minus|pencil|search|trash|wifi-off)\./,
]
// What every list is made of, as one file: a slow phone spends milliseconds on each that it has to ask for, however small.
const list = { name: 'list', test: (id: string) => listParts.some((part) => part.test(id)) }

const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`, changeOrigin: false }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), flags(), leaveOutUnused()],
  resolve: {
    // Four kilobytes of the first dialog for what two lines of style do here (decision 008).
    alias: { 'react-remove-scroll': fileURLToPath(new URL('src/ui/remove-scroll.tsx', import.meta.url)) },
  },
  server: {
    // Each company has a subdomain of its own, in development as in production.
    allowedHosts: true,
    proxy: { '/api': api, '/logos': api },
  },
  build: {
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [list], includeDependenciesRecursively: false } } },
  },
})
