import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import * as flagImages from 'country-flag-icons/string/3x2'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const images = new Map<string, string>(Object.entries(flagImages).map(([iso2, svg]) => [iso2.toLowerCase(), svg]))

/** Serves the flags of the phone field, each as a file that is asked for when its country is shown. */
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
      for (const [id, source] of images) this.emitFile({ type: 'asset', fileName: `flags/${id}.svg`, source })
    },
  }
}

/**
 * In the page itself, since every way to the server is one more before the first paint; the server's policy names its hash. It asks at once for
 * the code behind the sign-in, which would else wait until the code before it has run; and it notes the keys of a scanner until then.
 */
const writeMark = (signedIn: readonly string[]) =>
  `try{const s=localStorage.getItem('token');if(s){document.documentElement.dataset.signedIn='';window.firstKeys=[];addEventListener('keydown',e=>window.firstKeys?.push(e),true);for(const href of ${JSON.stringify(signedIn)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))}}catch{}`

/**
 * Lets the browser paint the sign-in page that stands in `index.html` before code and style have come: the style is asked for
 * at once but waited for only below that page. Those who are signed in are not shown it.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [link = ''] = /\n *<link rel="stylesheet"[^>]*>/.exec(html) ?? []
        const signedIn = Object.values(bundle)
          .filter((file) => file.type === 'chunk' && ['app', 'list'].includes(file.name))
          .filter(({ fileName }) => !html.includes(fileName))
        const mark = writeMark(signedIn.map(({ fileName }) => `/${fileName}`))
        return html
          .replace(link, '')
          .replace('</title>', `</title>\n    <script>${mark}</script>`)
          .replace(/\n *<\/body>/, (end) => `${link}${end}`)
      },
    },
  }
}

/** Refuses chunks that import each other in a circle: what stands in them would run in the wrong order, or not at all. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const done = new Set<string>()
      const visit = (name: string, way: readonly string[]): void => {
        if (way.includes(name))
          this.error(
            `Chunks import each other in a circle: ${[...way, name].join(' > ')}; what they share belongs into one group`,
          )
        const chunk = bundle[name]
        if (done.has(name) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) visit(imported, [...way, name])
        done.add(name)
      }
      for (const name of Object.keys(bundle)) visit(name, [])
    },
  }
}

type Bundle = Record<
  string,
  { type: string; fileName: string; name?: string | undefined; imports?: string[]; dynamicImports?: string[] }
>

/** The files that a chunk needs before it runs, itself among them. */
function neededBy(bundle: Bundle, names: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue
    found.add(name)
    neededBy(bundle, bundle[name]?.imports ?? [], found)
  }
  return found
}

/**
 * Writes the worker that keeps the screen of reception (decision 031): what the page begins with, the code of that screen with its
 * dialogs, all styles and the font. The reader of barcodes is kept when the camera is opened for the first time.
 */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files: Bundle = bundle
        const chunksNamed = (...names: string[]) =>
          Object.values(files)
            .filter(({ type, name }) => type === 'chunk' && names.includes(name ?? ''))
            .map(({ fileName }) => fileName)
        const screen = chunksNamed('reception-page')
        const begins = chunksNamed('index', 'app', 'menu-popup', 'camera', 'kept-barcode-reader')
        // Of what every screen begins with, the code that comes later is that of the other screens.
        const common = neededBy(files, begins)
        const own = [...neededBy(files, screen)].filter((name) => !common.has(name))
        const later = own.flatMap((name) => files[name]?.dynamicImports ?? [])
        const styles = Object.keys(files).filter((name) => /\.(css|woff2)$/.test(name))
        const kept = [...neededBy(files, [...begins, ...screen, ...later]), ...styles, 'favicon.svg']
        const list = JSON.stringify(kept.map((name) => `/${name}`).toSorted())
        const version = createHash('sha256').update(list).digest('hex').slice(0, 12)
        const source = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
          .replace('const files = []', `const files = ${list}`)
          .replace("const version = ''", `const version = '${version}'`)
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}

/** The libraries that only a menu needs stay with it. */
const ownCode = /^(?!.*\/node_modules\/(?!lucide-react|big\.js))/
const formLibraries = /\/node_modules\/(react-hook-form|zod|@radix-ui\/react-dialog)\//
const formCode = new Map<string, boolean>()

/** Says whether a module needs the libraries of forms, which no list is to load. */
function needsForms(id: string, context: Rolldown.ChunkingContext): boolean {
  const known = formCode.get(id)
  if (known !== undefined) return known
  // Until it is known: modules may import each other in a circle.
  formCode.set(id, false)
  const needs =
    formLibraries.test(id) || (context.getModuleInfo(id)?.importedIds ?? []).some((one) => needsForms(one, context))
  formCode.set(id, needs)
  return needs
}

/**
 * The files that screens share; all else is in the file of its screen. A module is taken by the first that it fits, so that none imports
 * from one below it.
 */
const sharedFiles: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  { name: 'start', tags: ['$initial'] },
  {
    name: 'app',
    test: /\/src\/app\/signed-in-app\.|\/node_modules\/(react-router|@tanstack)\//,
    includeDependenciesRecursively: true,
  },
  {
    name: 'list',
    test: /\/src\/(crud\/(resource-page|resource-search|filter-line|list-columns|row-actions|remove-dialog)|features\/(exports\/export-items|imports\/import-items|client-search\/(client-name|search-clients)|clients\/no-messages)|ui\/display\/(badge|tag))\.|\/domain\/phone\./,
    includeDependenciesRecursively: true,
  },
  { name: (id, context) => (needsForms(id, context) ? null : 'shared'), test: ownCode, minShareCount: 12 },
  { name: (id, context) => (needsForms(id, context) ? 'form' : null), minShareCount: 20 },
]

// Its package names only the build for developers, whose warnings every phone would load.
const productionRouter = {
  'react-router': fileURLToPath(new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url)),
}

const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`, changeOrigin: false }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), flags(), firstPaint(), noCircles(), serviceWorker()],
  resolve: { alias: productionRouter },
  server: {
    // Each company has a subdomain of its own, in development as in production.
    allowedHosts: true,
    proxy: { '/api': api, '/logos': api, '/f/': api, '/r/': api, '/rastreo': api, '^/mi(/|$)': api },
  },
  build: {
    modulePreload: {
      polyfill: false,
      // What the page begins with is there when a script asks for more.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((file) => !/\/(index|rolldown-runtime|react|app|list)-/.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What React Router says to developers only, which every phone would load.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce'] },
      output: { codeSplitting: { groups: sharedFiles, includeDependenciesRecursively: false } },
    },
  },
})
