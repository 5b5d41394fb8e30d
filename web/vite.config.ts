import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import * as flagImages from 'country-flag-icons/string/3x2'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './chunk-groups.ts'

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
 * the code behind the sign-in, or for that of the sign-in page, which would else wait until the code before it has run; and it notes the keys
 * of a scanner until then.
 */
const markOf = (signedIn: readonly string[], anonymous: readonly string[]) =>
  `try{const s=localStorage.getItem('token');if(s){document.documentElement.dataset.signedIn='';window.firstKeys=[];addEventListener('keydown',e=>window.firstKeys?.push(e),true)}for(const href of s?${JSON.stringify(signedIn)}:${JSON.stringify(anonymous)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}))}catch{}`

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
        const filesOf = (entry: string) =>
          Object.values(bundle)
            .flatMap((file) => (file.type === 'chunk' && file.name === entry ? [file.fileName, ...file.imports] : []))
            .filter((name) => !html.includes(name))
            .map((name) => `/${name}`)
        const mark = markOf(filesOf('signed-in'), filesOf('login-page'))
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
        const begins = chunksNamed('index', 'signed-in', 'login-page', 'menu-popup', 'camera', 'kept-barcode-reader')
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

const infiniteQueries = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage']

/** Leaves out what only infinite queries need: no list of the product is one, and every phone would load it. */
function noInfiniteQueries(): Plugin {
  const refusal = infiniteQueries.map((name) => `export function ${name}() { throw Error('infinite') }`).join('\n')
  return {
    name: 'no-infinite-queries',
    apply: 'build',
    load: (id) => (id.endsWith('/query-core/build/modern/infiniteQueryBehavior.js') ? refusal : undefined),
  }
}

// Its package names only the build for developers, whose warnings every phone would load.
const productionRouter = {
  'react-router': fileURLToPath(new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url)),
}

const api = { target: `http://127.0.0.1:${process.env.API_PORT ?? '3000'}`, changeOrigin: false }

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwindcss(), flags(), firstPaint(), noInfiniteQueries(), noCircles(), serviceWorker()],
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
          : needed.filter((file) => !/\/(index|rolldown-runtime|start|router|signed-in)-/.test(file)),
    },
    assetsInlineLimit: 0,
    rolldownOptions: {
      // What React Router says to developers only, which every phone would load.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce'] },
      output: { codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false } },
    },
  },
})
